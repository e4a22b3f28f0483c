import { type Clusters, intersectClusters, type Label, numberClusters } from './clusters.ts';
import { type Estimate, type Warning, warningList } from './estimate.ts';
import { mean } from './linalg.ts';
import { shrink } from './position-effect.ts';
import { wilsonInterval } from './proportions.ts';
import { quantile } from './quantile.ts';

/** One row per label that an annotator gave to a unit. */
export interface LabelColumns {
  readonly unit: ArrayLike<Label>;
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
  /** Share of the others' labels of the same units that agree; n counts the units shared. */
  readonly agreement: Estimate;
  readonly medianSeconds: number | null;
  /** Share of decisive answers for the first place. */
  readonly firstShare: Estimate;
  /** Shannon entropy of the labels in bits; 0 for an annotator who always answers the same. */
  readonly entropy: number;
  /** Shrunk agreement in standard deviations of all annotators; null with fewer than three. */
  readonly agreementZ: number | null;
  readonly warnings: readonly Warning[];
}

/**
 * Question: whose judgements need a look? For each annotator: leave-one-out agreement with the others on
 * shared units (shrunk towards the common value before it is standardised, so that few items cannot look
 * extreme), median time, side preference and entropy of the answers. Leads only; never a reason to drop
 * votes after seeing results. In sorted order of the annotators. Cost: a few passes over the labels,
 * however many share a unit.
 */
export function annotatorProfiles(columns: LabelColumns): readonly AnnotatorProfile[] {
  const annotators = numberClusters(columns.annotator);
  const rows = rowsOf(annotators);
  const shared = leaveOneOut(columns, annotators);
  const agreements = rows.map((own) => own.map((row) => shared[row] ?? -1).filter((x) => x >= 0));
  const standard = standardise(agreements);
  return rows.map((own, a): AnnotatorProfile => {
    const agreement = agreements[a] ?? [];
    const entropy = entropyOf(own.map((row) => columns.label[row] ?? ''));
    return {
      annotator: columns.annotator[own[0] ?? 0] ?? '',
      n: own.length,
      agreement: {
        ...wilsonInterval({ successes: sum(agreement), n: agreement.length }),
        method: 'annotator.leave-one-out',
      },
      medianSeconds: medianSeconds(columns, own),
      firstShare: firstShare(own.map((row) => columns.side?.[row] ?? -1)),
      entropy,
      agreementZ: standard[a] ?? null,
      warnings: warningList(
        entropy === 0 && own.length >= 5 ? ['constant_annotator'] : [],
        own.length < 10 ? ['few_cases'] : [],
      ),
    };
  });
}

function rowsOf({ index, count }: Clusters): readonly (readonly number[])[] {
  const rows: number[][] = Array.from({ length: count }, () => []);
  index.forEach((a, row) => rows[a]?.push(row));
  return rows;
}

/**
 * Per row the share of the other annotators' labels of its unit that equal its own; −1 without others.
 * From counts, so that a unit with thousands of labels costs no more than its labels.
 */
function leaveOneOut(columns: LabelColumns, annotators: Clusters): Float64Array {
  const units = numberClusters(columns.unit);
  const labels = numberClusters(columns.label);
  const inUnit = sizesOf(units);
  const alike = sizesOf(intersectClusters(units, labels));
  const answers = intersectClusters(units, annotators);
  const own = sizesOf(answers);
  const ownAlike = sizesOf(intersectClusters(answers, labels));
  const shares = new Float64Array(inUnit.length);
  for (let row = 0; row < shares.length; row += 1) {
    const others = (inUnit[row] ?? 0) - (own[row] ?? 0);
    shares[row] = others > 0 ? ((alike[row] ?? 0) - (ownAlike[row] ?? 0)) / others : -1;
  }
  return shares;
}

/** For each row the size of its group. */
function sizesOf({ index, count }: Clusters): Int32Array {
  const sizes = new Int32Array(count);
  const own = new Int32Array(index.length);
  for (let row = 0; row < index.length; row += 1) {
    const g = index[row] ?? 0;
    sizes[g] = (sizes[g] ?? 0) + 1;
  }
  for (let row = 0; row < index.length; row += 1) own[row] = sizes[index[row] ?? 0] ?? 0;
  return own;
}

function firstShare(sides: readonly number[]): Estimate {
  const first = sides.filter((side) => side === 0).length;
  const second = sides.filter((side) => side === 1).length;
  return {
    ...wilsonInterval({ successes: first, n: first + second }),
    method: 'annotator.first-share',
  };
}

function medianSeconds({ seconds }: LabelColumns, own: readonly number[]): number | null {
  const known = new Float64Array(own.length);
  let count = 0;
  for (const row of own) {
    const value = seconds?.[row] ?? Number.NaN;
    if (!(value >= 0 && Number.isFinite(value))) continue;
    known[count] = value;
    count += 1;
  }
  return count === 0 ? null : quantile(known.subarray(0, count).sort(), 0.5);
}

function standardise(agreements: readonly (readonly number[])[]): readonly (number | null)[] {
  const rated = agreements.map((list, i) => ({ list, i })).filter(({ list }) => list.length > 0);
  if (rated.length < 3) return agreements.map(() => null);
  const means = rated.map(({ list }) => mean(list));
  // A share of at most 1 has variance at most ¼; half a unit each way keeps perfect agreement finite.
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

function entropyOf(labels: readonly Label[]): number {
  const counts = new Map<Label, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  let entropy = 0;
  for (const count of counts.values()) {
    const p = count / labels.length;
    entropy -= p * Math.log2(p);
  }
  return Math.max(0, entropy);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
