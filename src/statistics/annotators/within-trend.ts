import { type ClusteredMean, clusteredMean } from '../intervals/clustered-mean.ts';
import { noEstimate } from '../intervals/estimate.ts';
import { tUpper } from '../numerics/distributions.ts';

/** Answers as numbers, with their annotator, scenario and place in the annotator's own order. */
export interface OrderedAnswers {
  readonly annotator: Int32Array;
  readonly annotators: number;
  readonly case: Int32Array;
  readonly order: Float64Array;
  readonly value: Float64Array;
}

export interface WithinTrend {
  readonly trend: Pick<
    ClusteredMean,
    'estimate' | 'interval' | 'method' | 'n' | 'nClusters' | 'warnings'
  >;
  readonly pValue: number | null;
}

/** From this many annotators on, the trend also holds for other annotators. */
const ANNOTATORS_FOR_TWO_WAY = 5;

/**
 * Question: by how much do answers change per step of an annotator's own sequence? Estimator: least
 * squares with a separate level for each annotator: the mean of (y − ȳ_a)/(x − x̄_a) weighted by (x
 * − x̄_a)², with errors by scenario, and by annotator too from five annotators on. Assumes one
 * trend and scenarios in random order. Reference: Cameron & Miller 2015, J Human Resources 50:317.
 * Cost: linear.
 */
export function withinTrend(
  { annotator, annotators, case: cases, order, value }: OrderedAnswers,
  options?: { readonly confidence?: number | undefined },
): WithinTrend {
  const x = centred(order, annotator, annotators);
  const y = centred(value, annotator, annotators);
  const rows = movedRows(x);
  if (rows.length < 3) return { trend: noEstimate(METHOD, rows.length, ['no_data']), pValue: null };
  const people = rows.map((row) => annotator[row] ?? 0);
  const isTwoWay = new Set(people).size >= ANNOTATORS_FOR_TWO_WAY;
  const values = new Float64Array(rows.length);
  const weights = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    values[at] = (y[row] ?? 0) / (x[row] ?? 1);
    weights[at] = (x[row] ?? 0) ** 2;
  }
  const found = clusteredMean(
    {
      values,
      weights,
      clusters: rows.map((row) => cases[row] ?? 0),
      secondClusters: isTwoWay ? people : undefined,
    },
    options,
  );
  const { estimate, standardError, df } = found;
  const isExact = !((standardError ?? 0) > 1e-12);
  return {
    trend: { ...found, method: METHOD, interval: isExact ? null : found.interval },
    pValue:
      isExact || estimate === null || df === null
        ? null
        : Math.min(1, 2 * tUpper(Math.abs(estimate / (standardError ?? 1)), df)),
  };
}

const METHOD = 'drift.within-annotators';

/** The middle of a sequence has no weight in a slope, so its rows are left out. */
function movedRows(x: Float64Array): Int32Array {
  const rows = new Int32Array(x.length);
  let count = 0;
  for (let row = 0; row < x.length; row += 1) {
    if (!(Math.abs(x[row] ?? 0) > 1e-9)) continue;
    rows[count] = row;
    count += 1;
  }
  return rows.subarray(0, count);
}

/** Each value minus the mean of its group. */
function centred(values: Float64Array, group: Int32Array, groups: number): Float64Array {
  const sums = new Float64Array(groups);
  const sizes = new Float64Array(groups);
  for (let row = 0; row < values.length; row += 1) {
    const g = group[row] ?? 0;
    sums[g] = (sums[g] ?? 0) + (values[row] ?? 0);
    sizes[g] = (sizes[g] ?? 0) + 1;
  }
  return values.map((value, row) => {
    const g = group[row] ?? 0;
    return value - (sums[g] ?? 0) / (sizes[g] ?? 1);
  });
}
