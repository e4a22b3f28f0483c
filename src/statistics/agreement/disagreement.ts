import type { UnitRatings } from './unit-ratings.ts';

/** A scale type, or agreement weights over the categories (disagreement is 1 − w). */
export type Metric =
  | 'nominal'
  | 'ordinal'
  | 'interval'
  | 'ratio'
  | { readonly weights: readonly (readonly number[])[] };

/**
 * Σ of d over ordered pairs of ratings inside each unit. Interval needs only sums of squares about
 * the unit's mean; Krippendorff's ordinal metric is the interval metric on the middle ranks of the
 * values among all ratings, so it is as cheap.
 */
export function unitDisagreements(input: UnitRatings, metric: Metric): Float64Array {
  const units = input.offsets.length - 1;
  const result = new Float64Array(units);
  const scale = squaredScale(input, metric);
  if (scale !== null) {
    for (let u = 0; u < units; u += 1) result[u] = squaredDisagreement(input, u, scale);
    return result;
  }
  const scratch = new Float64Array(input.values.length);
  if (metric === 'nominal') {
    for (let u = 0; u < units; u += 1) result[u] = unequalPairs(input, u, scratch);
    return result;
  }
  const distance = distanceOf(input, metric);
  for (let u = 0; u < units; u += 1) {
    const touched = tally(input, u, scratch);
    let sum = 0;
    for (const k of touched) {
      for (const l of touched) sum += (scratch[k] ?? 0) * (scratch[l] ?? 0) * distance(k, l);
    }
    result[u] = sum;
    for (const k of touched) scratch[k] = 0;
  }
  return result;
}

/** Σ_l n_l d(k, l) for each distinct value, n_l its frequency. */
export function valueDisagreements(input: UnitRatings, metric: Metric): Float64Array {
  const { frequencies } = input;
  const n = input.codes.length;
  if (metric === 'nominal') return frequencies.map((count) => n - count);
  const scale = squaredScale(input, metric);
  if (scale !== null) {
    const centre = frequencies.reduce((sum, count, k) => sum + count * (scale[k] ?? 0), 0) / n;
    const spread = frequencies.reduce(
      (sum, count, k) => sum + count * ((scale[k] ?? 0) - centre) ** 2,
      0,
    );
    return scale.map((value) => n * (value - centre) ** 2 + spread);
  }
  const distance = distanceOf(input, metric);
  return Float64Array.from({ length: frequencies.length }, (_, k) =>
    frequencies.reduce((sum, count, l) => sum + (count > 0 ? count * distance(k, l) : 0), 0),
  );
}

/** Values whose squared differences are the metric, or null when it is not of that form. */
function squaredScale(input: UnitRatings, metric: Metric): Float64Array | null {
  if (metric === 'interval') return input.values;
  if (metric !== 'ordinal') return null;
  let below = 0;
  return input.frequencies.map((count) => {
    const middle = below + count / 2;
    below += count;
    return middle;
  });
}

/** 2 r SS: the sum of squared differences over all ordered pairs. */
function squaredDisagreement(input: UnitRatings, unit: number, scale: Float64Array): number {
  const from = input.offsets[unit] ?? 0;
  const to = input.offsets[unit + 1] ?? 0;
  let sum = 0;
  for (let i = from; i < to; i += 1) sum += scale[input.codes[i] ?? 0] ?? 0;
  const centre = sum / (to - from);
  let squares = 0;
  for (let i = from; i < to; i += 1) squares += ((scale[input.codes[i] ?? 0] ?? 0) - centre) ** 2;
  return 2 * (to - from) * squares;
}

/** How many ordered pairs differ; leaves the scratch all zero, as it was. */
function unequalPairs(
  { offsets, codes }: UnitRatings,
  unit: number,
  scratch: Float64Array,
): number {
  const from = offsets[unit] ?? 0;
  const to = offsets[unit + 1] ?? 0;
  let unequal = 0;
  for (let i = from; i < to; i += 1) {
    const code = codes[i] ?? 0;
    const equal = scratch[code] ?? 0;
    unequal += 2 * (i - from - equal);
    scratch[code] = equal + 1;
  }
  for (let i = from; i < to; i += 1) scratch[codes[i] ?? 0] = 0;
  return unequal;
}

function distanceOf(input: UnitRatings, metric: Metric): (k: number, l: number) => number {
  if (typeof metric === 'object') return (k, l) => 1 - (metric.weights[k]?.[l] ?? 0);
  const { values } = input;
  return (k, l) => {
    const sum = (values[k] ?? 0) + (values[l] ?? 0);
    return sum === 0 ? 0 : (((values[k] ?? 0) - (values[l] ?? 0)) / sum) ** 2;
  };
}

function tally(input: UnitRatings, unit: number, scratch: Float64Array): readonly number[] {
  const touched: number[] = [];
  for (let i = input.offsets[unit] ?? 0; i < (input.offsets[unit + 1] ?? 0); i += 1) {
    const code = input.codes[i] ?? 0;
    if ((scratch[code] ?? 0) === 0) touched.push(code);
    scratch[code] = (scratch[code] ?? 0) + 1;
  }
  return touched;
}
