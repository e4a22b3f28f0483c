import type { CaseOrder } from './case-order.ts';
import type { CleanStudy } from './clean-study.ts';
import type { CriterionRows } from './criterion-scores.ts';
import { LEFT_BETTER, RIGHT_BETTER } from './study-data.ts';

/** `variant` against `against`: one number per case of an order, NaN where the case has none. */
export interface CaseContrast {
  readonly variant: number;
  readonly against: number;
  readonly values: Float64Array;
}

export type VariantPair = readonly [variant: number, against: number];

/** Every pair of variants, the later one against the earlier one. */
export function pairsOf(variants: number): readonly VariantPair[] {
  return Array.from({ length: variants }, (_, against) =>
    Array.from(
      { length: variants - against - 1 },
      (_other, i) => [against + 1 + i, against] as const,
    ),
  ).flat();
}

/**
 * Two variants: the mean points of the later one in each case; a tie or both bad is half a point.
 */
export function pointsByCase(study: CleanStudy, order: CaseOrder): CaseContrast {
  const rate = ratesOf(study, order, [1]);
  return {
    variant: 1,
    against: 0,
    values: Float64Array.from(order.positions, (_, at) => rate(at, 1, 0)),
  };
}

/**
 * Several variants: by how much the win rates of two of them differ in each case, averaged over
 * their own comparison, every third variant that both met there, and choices among all.
 */
export function winRateContrasts(
  study: CleanStudy,
  order: CaseOrder,
  pairs = pairsOf(study.variants.length),
): readonly CaseContrast[] {
  const size = study.variants.length;
  const rate = ratesOf(study, order, [...new Set(pairs.flat())]);
  const chosen = choiceShares(study, order);
  const terms = new Float64Array(size + 1);
  return pairs.map(([variant, against]) => {
    const values = new Float64Array(order.positions.length);
    for (let at = 0; at < values.length; at += 1) {
      for (let third = 0; third < size; third += 1) {
        terms[third] = rate(at, variant, third) - rate(at, against, third);
      }
      // Their own comparison counts once: the rate of one minus that of the other.
      terms[variant] = 2 * rate(at, variant, against) - 1;
      terms[against] = Number.NaN;
      terms[size] =
        (chosen[at * size + variant] ?? Number.NaN) - (chosen[at * size + against] ?? Number.NaN);
      values[at] = meanOfKnown(terms);
    }
    return { variant, against, values };
  });
}

/** By how much the mean scores of two variants differ in each case. */
export function scoreContrastsByCase(
  { variants, cases }: CleanStudy,
  { rows, order }: { readonly rows: CriterionRows; readonly order: CaseOrder },
  pairs = pairsOf(variants.length),
): readonly CaseContrast[] {
  const size = variants.length;
  const places = placesOf(order, cases);
  const sums = new Float64Array(order.positions.length * size);
  const counts = new Float64Array(sums.length);
  for (let row = 0; row < rows.case.length; row += 1) {
    const at = places[rows.case[row] ?? 0] ?? -1;
    if (at < 0) continue;
    const cell = at * size + (rows.variant[row] ?? 0);
    sums[cell] = (sums[cell] ?? 0) + (rows.value[row] ?? 0);
    counts[cell] = (counts[cell] ?? 0) + 1;
  }
  const mean = (at: number, variant: number): number =>
    (sums[at * size + variant] ?? 0) / (counts[at * size + variant] ?? 0);
  return pairs.map(([variant, against]) => ({
    variant,
    against,
    values: Float64Array.from(order.positions, (_, at) => mean(at, variant) - mean(at, against)),
  }));
}

/** The win rate of `variant` against `other` in a case of an order; NaN where they did not meet. */
type RateIn = (at: number, variant: number, other: number) => number;

/** For the needed variants only: with a case per annotator and scenario, all would be too many. */
function ratesOf(
  { votes, variants, cases }: CleanStudy,
  order: CaseOrder,
  asked: readonly number[],
): RateIn {
  const size = variants.length;
  const places = placesOf(order, cases);
  const lines = new Int32Array(size).fill(-1);
  asked.forEach((variant, line) => {
    lines[variant] = line;
  });
  const won = new Float64Array(order.positions.length * asked.length * size);
  const shown = new Float64Array(won.length);
  const cellOf = (at: number, variant: number, other: number): number =>
    (at * asked.length + (lines[variant] ?? 0)) * size + other;
  const add = (cell: number, points: number): void => {
    won[cell] = (won[cell] ?? 0) + points;
    shown[cell] = (shown[cell] ?? 0) + 1;
  };
  for (let row = 0; row < votes.case.length; row += 1) {
    const at = places[votes.case[row] ?? 0] ?? -1;
    if (at < 0) continue;
    const left = votes.left[row] ?? 0;
    const right = votes.right[row] ?? 0;
    const outcome = votes.outcome[row] ?? 0;
    const points = outcome === LEFT_BETTER ? 1 : outcome === RIGHT_BETTER ? 0 : 0.5;
    if ((lines[left] ?? -1) >= 0) add(cellOf(at, left, right), points);
    if ((lines[right] ?? -1) >= 0) add(cellOf(at, right, left), 1 - points);
  }
  return (at, variant, other) => {
    const cell = cellOf(at, variant, other);
    return (won[cell] ?? 0) / (shown[cell] ?? 0);
  };
}

/** Share of the choices of each case that fell on each variant; NaN for a case without choices. */
function choiceShares({ choices, variants, cases }: CleanStudy, order: CaseOrder): Float64Array {
  const size = variants.length;
  const counts = new Float64Array(order.positions.length);
  const chosen = new Float64Array(counts.length * size);
  if (choices.case.length === 0) return chosen.fill(Number.NaN);
  const places = placesOf(order, cases);
  for (let row = 0; row < choices.case.length; row += 1) {
    const at = places[choices.case[row] ?? 0] ?? -1;
    if (at < 0) continue;
    counts[at] = (counts[at] ?? 0) + 1;
    const variant = choices.chosen[row] ?? -1;
    if (variant >= 0) chosen[at * size + variant] = (chosen[at * size + variant] ?? 0) + 1;
  }
  return chosen.map((count, cell) => count / (counts[Math.floor(cell / size)] ?? 0));
}

/** The place of each case in the order; −1 for cases that are not in it. */
function placesOf({ positions }: CaseOrder, cases: number): Int32Array {
  const places = new Int32Array(cases).fill(-1);
  positions.forEach((position, at) => {
    places[position] = at;
  });
  return places;
}

function meanOfKnown(terms: Float64Array): number {
  let sum = 0;
  let count = 0;
  for (let t = 0; t < terms.length; t += 1) {
    const term = terms[t] ?? Number.NaN;
    if (Number.isNaN(term)) continue;
    sum += term;
    count += 1;
  }
  return count === 0 ? Number.NaN : sum / count;
}
