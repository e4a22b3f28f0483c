/**
 * The result of every estimator. A number that cannot be computed is `null`, and a warning says
 * why; NaN and infinities never leave `src/statistics`.
 */
export interface Estimate {
  readonly estimate: number | null;
  readonly interval: Interval | null;
  readonly method: string;
  /** Observations used, without missing and non-finite ones. */
  readonly n: number;
  /** Independent units behind the interval: clusters, cases, units or, without clustering, n. */
  readonly nClusters: number;
  readonly warnings: readonly Warning[];
}

export interface Interval {
  readonly low: number;
  readonly high: number;
  readonly confidence: number;
}

export type Warning =
  | 'all_ties'
  | 'constant_annotator'
  | 'degenerate_input'
  | 'few_annotators'
  | 'few_cases'
  | 'few_clusters'
  | 'invalid_option'
  | 'missing_excluded'
  | 'no_data'
  | 'no_ties'
  | 'no_variation'
  | 'non_finite_excluded'
  | 'not_connected'
  | 'not_converged'
  | 'not_identified'
  | 'one_annotator'
  | 'one_case'
  | 'one_category'
  | 'one_cluster'
  | 'rare_differences'
  | 'small_sample_correction_skipped'
  | 'two_way_guarded'
  | 'verdict_withdrawn'
  | 'zero_variance';

export type Alternative = 'two-sided' | 'less' | 'greater';

const DEFAULT_CONFIDENCE = 0.95;

/** The result for input without anything to estimate from. */
export function noEstimate(method: string, n: number, warnings: readonly Warning[]): Estimate {
  return { estimate: null, interval: null, method, n, nClusters: n, warnings };
}

/** The interval, or null when an end is not a number: an unknown end is never shown as a number. */
export function interval(low: number, high: number, confidence: number): Interval | null {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return null;
  return { low: Math.min(low, high), high: Math.max(low, high), confidence };
}

export function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** A level outside (0, 1) falls back to 95 %; the caller adds `invalid_option`. */
export function confidenceOf(
  options: { readonly confidence?: number | undefined } | undefined,
): number {
  const requested = options?.confidence;
  if (requested === undefined || !(requested > 0 && requested < 1)) return DEFAULT_CONFIDENCE;
  return requested;
}

export function optionWarnings(
  options: { readonly confidence?: number | undefined } | undefined,
): readonly Warning[] {
  const requested = options?.confidence;
  return requested !== undefined && !(requested > 0 && requested < 1) ? ['invalid_option'] : [];
}

/** Each code once, in alphabetical order, so that input order cannot change the list. */
export function warningList(...lists: readonly (readonly Warning[])[]): readonly Warning[] {
  return [...new Set(lists.flat())].sort();
}

/** Beyond this, squares or cubes could overflow; larger values are treated like infinities. */
const LARGEST_VALUE = 1e100;
/** Exact tails cost about √n steps; no study has more votes than this. */
const LARGEST_COUNT = 1e10;

export function isUsable(value: number): boolean {
  return Math.abs(value) <= LARGEST_VALUE;
}

export function isCount(value: number): boolean {
  return value >= 0 && value <= LARGEST_COUNT;
}

export interface CleanNumbers {
  readonly values: readonly number[];
  readonly warnings: readonly Warning[];
}

/** Leaves out missing (null) and non-finite values, with a warning; never reads them as 0. */
export function cleanNumbers(values: readonly (number | null | undefined)[]): CleanNumbers {
  const kept: number[] = [];
  const warnings = new Set<Warning>();
  for (const value of values) {
    if (value === null || value === undefined) warnings.add('missing_excluded');
    else if (!isUsable(value)) warnings.add('non_finite_excluded');
    else kept.push(value);
  }
  return { values: kept, warnings: [...warnings] };
}
