import { type Warning, warningList } from '../../../src/statistics/intervals/estimate.ts';

export interface LabelResponse {
  readonly item: number;
  readonly annotator: number;
  /** Category 0..categories−1. */
  readonly label: number;
}

export interface DawidSkeneShape {
  readonly items: number;
  readonly annotators: number;
  readonly categories: number;
}

export interface DawidSkeneOptions {
  /** Pseudo-count added to each cell of an annotator's error table; 0.01 by default. */
  readonly smoothing?: number | undefined;
  readonly maxIterations?: number | undefined;
  readonly tolerance?: number | undefined;
  /** `one-coin`: a single accuracy per annotator, for little data. */
  readonly model?: 'full' | 'one-coin' | undefined;
}

export interface DawidSkene {
  readonly method: string;
  readonly n: number;
  readonly nClusters: number;
  readonly warnings: readonly Warning[];
  readonly classShares: readonly number[];
  /** annotator → true class → response. */
  readonly errorRates: readonly (readonly (readonly number[])[])[];
  /** item → probability of each class. */
  readonly posteriors: readonly (readonly number[])[];
  readonly logLikelihood: number | null;
  /** Must never fall; one entry per iteration. */
  readonly logLikelihoods: readonly number[];
}

/**
 * Question: what are the true labels and each annotator's error rates, from noisy labels alone?
 * Estimator: Dawid–Skene by EM in logs, started from vote shares so that the result is reproducible.
 * Assumes that errors are independent given the true class; needs three or more labels per item. Finds a
 * local optimum and can silence a legitimate minority: for leads, never the headline. Reference: Dawid &
 * Skene 1979, Appl Stat 28:20. Cost: responses × categories per iteration.
 */
export function dawidSkene(
  responses: readonly LabelResponse[],
  shape: DawidSkeneShape,
  options: DawidSkeneOptions = {},
): DawidSkene {
  const method = `dawid-skene.${options.model ?? 'full'}`;
  const kept = responses.filter((r) => inShape(r, shape));
  const n = kept.length;
  const faulty: readonly Warning[] = n < responses.length ? ['non_finite_excluded'] : [];
  const posteriors = voteShares(kept, shape);
  if (n === 0 || shape.categories < 2) {
    const warnings = warningList(faulty, [n === 0 ? 'no_data' : 'one_category']);
    const empty = { classShares: [], errorRates: [], posteriors: [], logLikelihood: null };
    return { method, n, nClusters: 0, warnings, ...empty, logLikelihoods: [] };
  }
  const limit = options.maxIterations ?? 5000;
  const tolerance = options.tolerance ?? 1e-13;
  const logLikelihoods: number[] = [];
  let model = maximise(kept, posteriors, shape, options);
  let converged = false;
  for (let iteration = 0; iteration < limit && !converged; iteration += 1) {
    const { logLikelihood, change } = expect(kept, posteriors, shape, model);
    logLikelihoods.push(logLikelihood);
    model = maximise(kept, posteriors, shape, options);
    converged = change < tolerance;
  }
  const perItem = n / Math.max(1, new Set(kept.map((r) => r.item)).size);
  return {
    method,
    n,
    nClusters: shape.items,
    warnings: warningList(
      faulty,
      converged ? [] : ['not_converged'],
      perItem < 3 ? ['few_annotators'] : [],
      constantAnnotator(kept, shape) ? ['constant_annotator'] : [],
    ),
    classShares: Array.from(model.shares),
    errorRates: nested(model.errors, shape),
    posteriors: rows(posteriors, shape.categories),
    logLikelihood: logLikelihoods.at(-1) ?? null,
    logLikelihoods,
  };
}

interface Model {
  readonly shares: Float64Array;
  /** annotator × truth × response. */
  readonly errors: Float64Array;
}

function inShape({ item, annotator, label }: LabelResponse, shape: DawidSkeneShape): boolean {
  const within = (value: number, size: number): boolean =>
    Number.isInteger(value) && value >= 0 && value < size;
  return (
    within(item, shape.items) &&
    within(annotator, shape.annotators) &&
    within(label, shape.categories)
  );
}

function voteShares(responses: readonly LabelResponse[], shape: DawidSkeneShape): Float64Array {
  const k = shape.categories;
  const shares = new Float64Array(shape.items * k);
  for (const { item, label } of responses) {
    shares[item * k + label] = (shares[item * k + label] ?? 0) + 1;
  }
  for (let i = 0; i < shape.items; i += 1) normalise(shares.subarray(i * k, (i + 1) * k));
  return shares;
}

/** To sum 1; an item without labels keeps equal shares. */
function normalise(row: Float64Array): void {
  const total = row.reduce((sum, value) => sum + value, 0);
  for (let k = 0; k < row.length; k += 1)
    row[k] = total > 0 ? (row[k] ?? 0) / total : 1 / row.length;
}

function maximise(
  responses: readonly LabelResponse[],
  posteriors: Float64Array,
  shape: DawidSkeneShape,
  options: DawidSkeneOptions,
): Model {
  const k = shape.categories;
  const shares = new Float64Array(k);
  for (let i = 0; i < shape.items; i += 1) {
    for (let t = 0; t < k; t += 1)
      shares[t] = (shares[t] ?? 0) + (posteriors[i * k + t] ?? 0) / shape.items;
  }
  const errors = new Float64Array(shape.annotators * k * k).fill(options.smoothing ?? 0.01);
  for (const { item, annotator, label } of responses) {
    for (let t = 0; t < k; t += 1) {
      const at = (annotator * k + t) * k + label;
      errors[at] = (errors[at] ?? 0) + (posteriors[item * k + t] ?? 0);
    }
  }
  if (options.model === 'one-coin') poolErrors(errors, shape);
  for (let row = 0; row < shape.annotators * k; row += 1)
    normalise(errors.subarray(row * k, (row + 1) * k));
  return { shares, errors };
}

/** One accuracy per annotator, errors spread evenly over the other categories. */
function poolErrors(errors: Float64Array, { annotators, categories: k }: DawidSkeneShape): void {
  for (let a = 0; a < annotators; a += 1) {
    let right = 0;
    let total = 0;
    for (let t = 0; t < k; t += 1) {
      for (let y = 0; y < k; y += 1) {
        const count = errors[(a * k + t) * k + y] ?? 0;
        total += count;
        if (t === y) right += count;
      }
    }
    for (let t = 0; t < k; t += 1) {
      for (let y = 0; y < k; y += 1) {
        errors[(a * k + t) * k + y] = t === y ? right : (total - right) / (k - 1);
      }
    }
  }
}

function expect(
  responses: readonly LabelResponse[],
  posteriors: Float64Array,
  shape: DawidSkeneShape,
  model: Model,
) {
  const k = shape.categories;
  const logs = new Float64Array(shape.items * k);
  for (let i = 0; i < shape.items; i += 1) {
    for (let t = 0; t < k; t += 1) logs[i * k + t] = Math.log(model.shares[t] ?? 0);
  }
  for (const { item, annotator, label } of responses) {
    for (let t = 0; t < k; t += 1) {
      const at = item * k + t;
      logs[at] = (logs[at] ?? 0) + Math.log(model.errors[(annotator * k + t) * k + label] ?? 0);
    }
  }
  let logLikelihood = 0;
  let change = 0;
  for (let i = 0; i < shape.items; i += 1) {
    const row = logs.subarray(i * k, (i + 1) * k);
    const top = row.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
    if (top === Number.NEGATIVE_INFINITY) continue;
    const total = row.reduce((sum, value) => sum + Math.exp(value - top), 0);
    logLikelihood += top + Math.log(total);
    for (let t = 0; t < k; t += 1) {
      const next = Math.exp((row[t] ?? 0) - top) / total;
      change = Math.max(change, Math.abs(next - (posteriors[i * k + t] ?? 0)));
      posteriors[i * k + t] = next;
    }
  }
  return { logLikelihood, change };
}

function constantAnnotator(responses: readonly LabelResponse[], shape: DawidSkeneShape): boolean {
  const seen = Array.from({ length: shape.annotators }, () => new Set<number>());
  const counts = new Int32Array(shape.annotators);
  for (const { annotator, label } of responses) {
    seen[annotator]?.add(label);
    counts[annotator] = (counts[annotator] ?? 0) + 1;
  }
  return seen.some((labels, a) => labels.size === 1 && (counts[a] ?? 0) >= 5);
}

function rows(values: Float64Array, size: number): readonly (readonly number[])[] {
  return Array.from({ length: values.length / size }, (_, i) =>
    Array.from(values.subarray(i * size, (i + 1) * size)),
  );
}

function nested(errors: Float64Array, { annotators, categories }: DawidSkeneShape) {
  const all = rows(errors, categories);
  return Array.from({ length: annotators }, (_, a) =>
    all.slice(a * categories, (a + 1) * categories),
  );
}
