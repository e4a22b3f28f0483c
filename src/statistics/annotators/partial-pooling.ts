import { confidenceOf, type Estimate, interval, noEstimate } from '../intervals/estimate.ts';
import { tQuantileUpper } from '../numerics/distributions.ts';

/** One value per annotator and case, from the annotator's judgements of the case. */
export interface OwnValues {
  readonly values: ArrayLike<number>;
  readonly annotator: ArrayLike<number>;
  readonly case: ArrayLike<number>;
  /** Annotators are numbered from 0 up to this, cases likewise. */
  readonly annotators: number;
  readonly cases: number;
}

export interface PoolingOptions {
  readonly confidence?: number | undefined;
  /** Tail of the quantile where it is not (1 − confidence)/2; 0 where no interval is due yet. */
  readonly tail?: number | undefined;
  /** The ends of the scale of values. */
  readonly ends?: readonly [low: number, high: number] | null | undefined;
}

export interface PooledAnnotator {
  readonly annotator: number;
  /** Mean of the annotator's own values. */
  readonly own: number;
  readonly pooled: Estimate;
}

/** The spread between fewer annotators says too little about any of them. */
const LEAST_POOLED = 5;
/** Values beyond one per annotator: with fewer, chance within an annotator is not known. */
const LEAST_FREEDOM = 10;
/** The common spread counts like this many of an annotator's own values. */
const PRIOR_FREEDOM = 10;
/** The largest part of a mean's chance that shared cases explain. */
const MOST_SHARED = 0.9;

/**
 * Question: what is each annotator's effect, where an annotator's few judgements are mostly chance?
 * Estimator: the mean of the annotator's own values, shrunk towards the mean of all annotators by
 * the share of the distance that chance explains. Variance between annotators by the method of
 * moments (DerSimonian & Laird 1986), shrinkage reduced by (k − 3)/(k − 1) and variance with a term
 * for its uncertainty with k annotators (Morris 1983). Chance that annotators share, because they
 * judged the same cases, moves all of them alike: it is no reason to shrink, and is added to the
 * variance in full. Assumes that annotators are a sample of similar ones. The estimate is null with
 * fewer than five annotators, hardly more values than annotators, or values that do not vary. Cost:
 * linear.
 */
export function partialPooling(
  data: OwnValues,
  options?: PoolingOptions,
): readonly PooledAnnotator[] {
  const means = meansOf(data);
  const warning = refusal(means, data.values.length);
  if (warning !== null) {
    return means.present.map((annotator) => ({
      annotator,
      own: means.own[annotator] ?? 0,
      pooled: noEstimate(METHOD, means.sizes[annotator] ?? 0, [warning]),
    }));
  }
  return pool(data, means, options);
}

const METHOD = 'annotator.partial-pooling';

interface Means {
  /** Annotators with a value. */
  readonly present: readonly number[];
  readonly own: Float64Array;
  readonly sizes: Float64Array;
  /** Sums of squared distances from the annotator's own mean. */
  readonly squares: Float64Array;
}

function meansOf({ values, annotator, annotators }: OwnValues): Means {
  const own = new Float64Array(annotators);
  const sizes = new Float64Array(annotators);
  const squares = new Float64Array(annotators);
  for (let row = 0; row < values.length; row += 1) {
    const a = annotator[row] ?? 0;
    own[a] = (own[a] ?? 0) + (values[row] ?? 0);
    sizes[a] = (sizes[a] ?? 0) + 1;
  }
  for (let a = 0; a < annotators; a += 1) own[a] = (own[a] ?? 0) / Math.max(1, sizes[a] ?? 0);
  for (let row = 0; row < values.length; row += 1) {
    const a = annotator[row] ?? 0;
    squares[a] = (squares[a] ?? 0) + ((values[row] ?? 0) - (own[a] ?? 0)) ** 2;
  }
  return { present: [...sizes.keys()].filter((a) => (sizes[a] ?? 0) > 0), own, sizes, squares };
}

function refusal({ present, squares }: Means, values: number) {
  if (present.length < LEAST_POOLED) return 'few_annotators';
  if (values - present.length < LEAST_FREEDOM) return 'few_cases';
  return sum(squares) > 1e-12 ? null : 'zero_variance';
}

function pool(
  data: OwnValues,
  means: Means,
  options: PoolingOptions | undefined,
): readonly PooledAnnotator[] {
  const { present, sizes } = means;
  const own = present.map((a) => means.own[a] ?? 0);
  const freedom = data.values.length - present.length;
  const chance = chanceOf(data, means, freedom);
  const { centre, between } = betweenAnnotators(own, chance.alone);
  const k = present.length;
  const usual = k / sum(chance.alone.map((variance) => 1 / variance));
  const confidence = confidenceOf(options);
  const tail = options?.tail ?? (1 - confidence) / 2;
  const [low, high] = options?.ends ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return present.map((annotator, i): PooledAnnotator => {
    const alone = chance.alone[i] ?? 0;
    const distance = (own[i] ?? 0) - centre;
    const shrinkage = ((alone / (alone + between)) * (k - 3)) / (k - 1);
    const estimate = centre + (1 - shrinkage) * distance;
    const unknown =
      ((2 / (k - 3)) * (shrinkage * distance) ** 2 * (usual + between)) / (alone + between);
    const variance = alone * (1 - (shrinkage * (k - 1)) / k) + unknown + (chance.shared[i] ?? 0);
    const half = tQuantileUpper(tail, freedom) * Math.sqrt(variance);
    const range = interval(
      Math.max(low, estimate - half),
      Math.min(high, estimate + half),
      confidence,
    );
    const n = sizes[annotator] ?? 0;
    const pooled = {
      estimate,
      interval: Number.isFinite(half) ? range : null,
      method: METHOD,
      n,
      nClusters: k,
      warnings: [],
    };
    return { annotator, own: own[i] ?? 0, pooled };
  });
}

interface Chance {
  /** The part of each mean's variance that no other annotator shares. */
  readonly alone: readonly number[];
  /** The part that comes from cases which others judged too. */
  readonly shared: readonly number[];
}

function chanceOf(
  data: OwnValues,
  { present, own, sizes, squares }: Means,
  freedom: number,
): Chance {
  const common = sum(squares) / freedom;
  const variances = present.map((a) => {
    const size = sizes[a] ?? 1;
    return ((squares[a] ?? 0) + PRIOR_FREEDOM * common) / (size - 1 + PRIOR_FREEDOM) / size;
  });
  const covariance = sharedVariance(data, { own, sizes, present: present.length });
  const shared = variances.map((variance) => Math.min(covariance, MOST_SHARED * variance));
  return { alone: variances.map((variance, i) => variance - (shared[i] ?? 0)), shared };
}

/**
 * The covariance of two annotators' means, from the cases that both judged, averaged over all
 * pairs.
 */
function sharedVariance(
  { values, annotator, case: cases, cases: count }: OwnValues,
  { own, sizes, present }: { own: Float64Array; sizes: Float64Array; present: number },
): number {
  const byCase = new Float64Array(count);
  let squares = 0;
  for (let row = 0; row < values.length; row += 1) {
    const a = annotator[row] ?? 0;
    const part = ((values[row] ?? 0) - (own[a] ?? 0)) / (sizes[a] ?? 1);
    byCase[cases[row] ?? 0] = (byCase[cases[row] ?? 0] ?? 0) + part;
    squares += part * part;
  }
  const crossed = byCase.reduce((total, part) => total + part * part, -squares);
  const perAnnotator = values.length / present;
  return Math.max(0, ((crossed / (present * (present - 1))) * perAnnotator) / (perAnnotator - 1));
}

/** The common mean of annotators, and how much they differ beyond chance. */
function betweenAnnotators(own: readonly number[], chance: readonly number[]) {
  const first = weightedMean(own, chance, 0);
  const spread = sum(own.map((value, i) => (value - first.mean) ** 2 / (chance[i] ?? 1)));
  const room = first.weight - sum(chance.map((variance) => variance ** -2)) / first.weight;
  const between = room > 0 ? Math.max(0, (spread - (own.length - 1)) / room) : 0;
  return { centre: weightedMean(own, chance, between).mean, between };
}

function weightedMean(own: readonly number[], chance: readonly number[], between: number) {
  const weights = chance.map((variance) => 1 / (variance + between));
  const weight = sum(weights);
  return { weight, mean: sum(own.map((value, i) => value * (weights[i] ?? 0))) / weight };
}

function sum(values: Float64Array | readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
