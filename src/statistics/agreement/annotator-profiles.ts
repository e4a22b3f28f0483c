import { addCluster, clusteredShare, emptyShareSums } from '../intervals/clustered-share.ts';
import { type Clusters, type Label, numberClusters } from '../intervals/clusters.ts';
import { type Estimate, type Warning, warningList } from '../intervals/estimate.ts';
import { mean } from '../numerics/linalg.ts';
import { medianOf } from '../numerics/quantile.ts';
import { shrink } from '../pairwise/position-effect.ts';

/** One row per label that an annotator gave to a unit. */
export interface LabelColumns {
  readonly unit: ArrayLike<Label>;
  /**
   * Scenario of the unit: units of one scenario are alike. By default, each unit is its own
   * scenario.
   */
  readonly case?: ArrayLike<Label> | undefined;
  readonly annotator: ArrayLike<Label>;
  readonly label: ArrayLike<Label>;
  /** Seconds spent; NaN where not known. */
  readonly seconds?: ArrayLike<number> | undefined;
  /** 0 when the first place was chosen, 1 for the second, anything else for neither. */
  readonly side?: ArrayLike<number> | undefined;
}

export interface AnnotatorProfile {
  readonly annotator: Label;
  readonly n: number;
  /** Share of the others' labels of the same units that agree; n counts the shared units. */
  readonly agreement: Estimate;
  readonly medianSeconds: number | null;
  /** Share of decisive answers for the first place. */
  readonly firstShare: Estimate;
  /** Shannon entropy of the labels in bits; 0 for an annotator who always gives the same answer. */
  readonly entropy: number;
  /** Shrunk agreement in standard deviations of all annotators; null with fewer than three. */
  readonly agreementZ: number | null;
  readonly warnings: readonly Warning[];
}

/**
 * Question: whose judgements need a look? For each annotator: leave-one-out agreement with the
 * others on shared units (shrunk towards the common value before it is standardised, so that few
 * items cannot look extreme), median time, side preference and entropy of the answers. Intervals
 * are by scenario. Hints for leads, never a reason to drop votes after seeing results. In sorted
 * order of the annotators. Cost: a few passes over the labels, even where many share a unit.
 */
export function annotatorProfiles(columns: LabelColumns): readonly AnnotatorProfile[] {
  const annotators = numberClusters(columns.annotator);
  const labels = numberClusters(columns.label);
  const { rows: sorted, ends } = groupRows(annotators);
  const rows = Array.from(ends, (end, a) => sorted.subarray(ends[a - 1] ?? 0, end));
  const cases = numberClusters(columns.case ?? columns.unit);
  const shared = leaveOneOut({ ...columns, annotators, labels });
  const sides = firstPlaces(columns);
  const agreements = rows.map((own) => sharesOf(own, shared));
  const standard = standardise(agreements);
  return rows.map((own, a): AnnotatorProfile => {
    const entropy = entropyOf(own, labels);
    return {
      annotator: columns.annotator[own[0] ?? 0] ?? '',
      n: own.length,
      agreement: {
        ...shareByCase(own, shared, cases),
        method: 'annotator.leave-one-out',
      },
      medianSeconds: medianSeconds(columns, own),
      firstShare: { ...shareByCase(own, sides, cases), method: 'annotator.first-share' },
      entropy,
      agreementZ: standard[a] ?? null,
      warnings: warningList(
        entropy === 0 && own.length >= 5 ? ['constant_annotator'] : [],
        own.length < 10 ? ['few_cases'] : [],
      ),
    };
  });
}

interface GroupedRows {
  /** Cluster by cluster; the rows of each cluster keep their order. */
  readonly rows: Int32Array;
  /** The place behind the last row of each cluster. */
  readonly ends: Int32Array;
}

/** Plain loops, because there are as many rows as judgements. */
function groupRows({ index, count }: Clusters): GroupedRows {
  const ends = new Int32Array(count);
  for (let row = 0; row < index.length; row += 1) {
    const g = index[row] ?? 0;
    ends[g] = (ends[g] ?? 0) + 1;
  }
  let start = 0;
  for (let g = 0; g < count; g += 1) {
    const size = ends[g] ?? 0;
    ends[g] = start;
    start += size;
  }
  const rows = new Int32Array(index.length);
  for (let row = 0; row < index.length; row += 1) {
    const g = index[row] ?? 0;
    const place = ends[g] ?? 0;
    rows[place] = row;
    ends[g] = place + 1;
  }
  return { rows, ends };
}

/** An annotator's shares on the units that others labelled too. */
function sharesOf(own: Int32Array, shared: Float64Array): Float64Array {
  const shares = new Float64Array(own.length);
  let count = 0;
  for (let at = 0; at < own.length; at += 1) {
    const share = shared[own[at] ?? 0] ?? -1;
    if (!(share >= 0)) continue;
    shares[count] = share;
    count += 1;
  }
  return shares.subarray(0, count);
}

interface NumberedLabels extends Pick<LabelColumns, 'unit'> {
  readonly annotators: Clusters;
  readonly labels: Clusters;
}

/**
 * For each row, the share of the other annotators' labels of its unit that equal its own; −1
 * without others. Counts labels unit by unit, so that the cost is linear even for a unit with
 * thousands of labels.
 */
function leaveOneOut({ unit, annotators, labels }: NumberedLabels): Float64Array {
  const shares = new Float64Array(unit.length);
  const alike = new Int32Array(labels.count);
  const own = new Int32Array(annotators.count);
  const { rows, ends } = groupRows(numberClusters(unit));
  for (let u = 0, from = 0; u < ends.length; u += 1) {
    const to = ends[u] ?? 0;
    for (let at = from; at < to; at += 1) countRow(rows[at] ?? 0, 1);
    for (let at = from; at < to; at += 1) {
      const row = rows[at] ?? 0;
      const others = to - from - (own[annotators.index[row] ?? 0] ?? 0);
      const equal = (alike[labels.index[row] ?? 0] ?? 0) - ownAlike(row, from, to);
      shares[row] = others > 0 ? equal / others : -1;
    }
    for (let at = from; at < to; at += 1) countRow(rows[at] ?? 0, -1);
    from = to;
  }
  return shares;

  function countRow(row: number, by: 1 | -1): void {
    const label = labels.index[row] ?? 0;
    const annotator = annotators.index[row] ?? 0;
    alike[label] = (alike[label] ?? 0) + by;
    own[annotator] = (own[annotator] ?? 0) + by;
  }

  /** Annotators rarely label a unit twice. */
  function ownAlike(row: number, from: number, to: number): number {
    const annotator = annotators.index[row];
    if (own[annotator ?? 0] === 1) return 1;
    let count = 0;
    for (let at = from; at < to; at += 1) {
      const other = rows[at] ?? 0;
      if (annotators.index[other] !== annotator) continue;
      if (labels.index[other] === labels.index[row]) count += 1;
    }
    return count;
  }
}

/** For each row, 1 for the first place, 0 for the second, −1 for neither. */
function firstPlaces({ side, label }: LabelColumns): Float64Array {
  const places = new Float64Array(label.length).fill(-1);
  for (let row = 0; row < places.length; row += 1) {
    const chosen = side?.[row];
    if (chosen === 0 || chosen === 1) places[row] = 1 - chosen;
  }
  return places;
}

/** The mean of an annotator's shares without negative ones, with its error by scenario. */
function shareByCase(own: Int32Array, shares: Float64Array, { index }: Clusters): Estimate {
  const { index: place, count } = numberClusters(own.map((row) => index[row] ?? 0));
  const totals = new Float64Array(count);
  const sizes = new Float64Array(count);
  for (let at = 0; at < own.length; at += 1) {
    const share = shares[own[at] ?? 0] ?? -1;
    if (!(share >= 0)) continue;
    const g = place[at] ?? 0;
    totals[g] = (totals[g] ?? 0) + share;
    sizes[g] = (sizes[g] ?? 0) + 1;
  }
  const sums = emptyShareSums();
  for (let g = 0; g < count; g += 1) addCluster(sums, totals[g] ?? 0, sizes[g] ?? 0);
  return clusteredShare(sums);
}

function medianSeconds({ seconds }: LabelColumns, own: Int32Array): number | null {
  const known = new Float64Array(own.length);
  let count = 0;
  for (const row of own) {
    const value = seconds?.[row] ?? Number.NaN;
    if (!(value >= 0 && Number.isFinite(value))) continue;
    known[count] = value;
    count += 1;
  }
  return count === 0 ? null : medianOf(known.subarray(0, count));
}

function standardise(agreements: readonly Float64Array[]): readonly (number | null)[] {
  const rated = agreements.map((list, i) => ({ list, i })).filter(({ list }) => list.length > 0);
  if (rated.length < 3) return agreements.map(() => null);
  const means = rated.map(({ list }) => mean(list));
  // A share of at most 1 has variance at most ¼; half a unit each way keeps perfect agreement
  // finite.
  const variances = rated.map(({ list }, r) => {
    const p = ((means[r] ?? 0) * list.length + 0.5) / (list.length + 1);
    return (p * (1 - p)) / list.length;
  });
  const shrunk = shrink(means, variances);
  const centre = mean(shrunk);
  const sd = Math.sqrt(sum(shrunk.map((x) => (x - centre) ** 2)) / (shrunk.length - 1));
  const result: (number | null)[] = agreements.map(() => null);
  rated.forEach(({ i }, r) => {
    result[i] = sd > 1e-12 ? ((shrunk[r] ?? 0) - centre) / sd : 0;
  });
  return result;
}

/** Sums over labels in the order in which they first occur. */
function entropyOf(own: Int32Array, { index, count }: Clusters): number {
  const counts = new Int32Array(count);
  const met: number[] = [];
  for (let at = 0; at < own.length; at += 1) {
    const label = index[own[at] ?? 0] ?? 0;
    if (counts[label] === 0) met.push(label);
    counts[label] = (counts[label] ?? 0) + 1;
  }
  let entropy = 0;
  for (const label of met) {
    const p = (counts[label] ?? 0) / own.length;
    entropy -= p * Math.log2(p);
  }
  return Math.max(0, entropy);
}

function sum(values: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < values.length; i += 1) total += values[i] ?? 0;
  return total;
}
