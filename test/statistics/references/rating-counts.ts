import type { RatingCounts } from '../../../src/statistics/agreement/rating-counts.ts';
import type { Label } from '../../../src/statistics/intervals/clusters.ts';
import {
  isCount,
  isUsable,
  type Warning,
  warningList,
} from '../../../src/statistics/intervals/estimate.ts';

export type Rating = Label | null;

/**
 * Counts from ratings by unit and annotator; null is missing. Categories are those given, or those used,
 * in sorted order. A rating outside the given categories, or not finite, is left out.
 */
export function countRatings(
  ratings: readonly (readonly Rating[])[],
  categories?: readonly Label[],
): RatingCounts {
  const used = categories ?? usedCategories(ratings);
  const place = new Map(used.map((category, k) => [category, k]));
  const counts = new Float64Array(ratings.length * used.length);
  const warnings = new Set<Warning>();
  ratings.forEach((row, u) => {
    for (const rating of row) {
      if (rating === null) warnings.add('missing_excluded');
      else {
        const k = place.get(rating);
        if (k === undefined) warnings.add('non_finite_excluded');
        else counts[u * used.length + k] = (counts[u * used.length + k] ?? 0) + 1;
      }
    }
  });
  return { categories: used, units: ratings.length, counts, warnings: warningList([...warnings]) };
}

/** Counts given directly, one row per unit. Categories are numbered from 1 unless named. */
export function countsFromTable(
  table: readonly (readonly number[])[],
  categories?: readonly Label[],
): RatingCounts {
  const q = categories?.length ?? Math.max(0, ...table.map((row) => row.length));
  const counts = new Float64Array(table.length * q);
  let faulty = false;
  table.forEach((row, u) => {
    for (let k = 0; k < q; k += 1) {
      const count = row[k] ?? 0;
      if (isCount(count)) counts[u * q + k] = count;
      else faulty = true;
    }
  });
  return {
    categories: categories ?? Array.from({ length: q }, (_, k) => k + 1),
    units: table.length,
    counts,
    warnings: faulty ? ['non_finite_excluded'] : [],
  };
}

/** Categories that occur, numbers by value and before text. */
export function usedCategories(ratings: readonly (readonly Rating[])[]): readonly Label[] {
  const seen = new Set<Label>();
  for (const row of ratings) {
    for (const rating of row) {
      if (rating === null || (typeof rating === 'number' && !isUsable(rating))) continue;
      seen.add(rating);
    }
  }
  return [...seen].sort((a, b) => {
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
    return a < b ? -1 : 1;
  });
}
