import type { RatingCounts } from '../../../src/statistics/agreement/rating-counts.ts';
import { packCodes, type UnitRatings } from '../../../src/statistics/agreement/unit-ratings.ts';
import type { Label } from '../../../src/statistics/intervals/clusters.ts';
import { isUsable, warningList } from '../../../src/statistics/intervals/estimate.ts';
import { type Rating, usedCategories } from './rating-counts.ts';

/** From ratings by unit and annotator; null is missing. */
export function packRatings(
  ratings: readonly (readonly Rating[])[],
  categories: readonly Label[] = usedCategories(ratings),
): UnitRatings {
  const place = new Map(categories.map((category, k) => [category, k]));
  const entries = ratings.flatMap((row, unit) =>
    row.flatMap((rating) => (rating === null ? [] : [{ unit, code: place.get(rating) ?? -1 }])),
  );
  const packed = packCodes({
    unit: entries.map(({ unit }) => unit),
    units: ratings.length,
    code: Int32Array.from(entries, ({ code }) => code),
    categories,
  });
  const isComplete = ratings.every((row) => !row.includes(null));
  return {
    ...packed,
    warnings: warningList(packed.warnings, isComplete ? [] : ['missing_excluded']),
  };
}

/** From columns: the unit number (0..units−1) and value of each rating. */
export function packColumns(
  unit: ArrayLike<number>,
  value: ArrayLike<number>,
  units: number,
): UnitRatings {
  const values = Array.from(value);
  const categories = [...new Set(values.filter(isUsable))].sort((a, b) => a - b);
  const place = new Map(categories.map((category, k) => [category, k]));
  const code = Int32Array.from(values, (v) => place.get(v) ?? -1);
  return packCodes({ unit, units, code, categories });
}

/** From counts per unit and category. */
export function packCounts({ categories, units, counts, warnings }: RatingCounts): UnitRatings {
  const unit: number[] = [];
  const code: number[] = [];
  counts.forEach((count, cell) => {
    for (let i = 0; i < count; i += 1) {
      unit.push(Math.floor(cell / categories.length));
      code.push(cell % categories.length);
    }
  });
  return { ...packCodes({ unit, units, code: Int32Array.from(code), categories }), warnings };
}
