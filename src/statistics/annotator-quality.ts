import type { Label } from './clusters.ts';
import { type Estimate, type Warning, warningList } from './estimate.ts';
import { mean } from './linalg.ts';
import { shrink } from './position-effect.ts';
import { wilsonInterval } from './proportions.ts';
import { median } from './quantile.ts';

export interface GoldAccuracy extends Estimate {
  readonly correct: number;
  /** Mean of the Beta(1 + correct, 1 + wrong) posterior. */
  readonly posteriorMean: number | null;
  /** The whole interval lies below the floor. */
  readonly belowFloor: boolean;
}

/**
 * Question: how often does an annotator answer gold items right? Estimator: share with Wilson interval and
 * the mean under a uniform prior; flagged only when the upper limit is below the floor. Assumes
 * independent items. Cost: constant.
 */
export function goldAccuracy(
  gold: { readonly correct: number; readonly n: number },
  options: { readonly confidence?: number; readonly floor?: number } = {},
): GoldAccuracy {
  const rate = wilsonInterval({ successes: gold.correct, n: gold.n }, options);
  const known = rate.estimate !== null;
  return {
    ...rate,
    method: 'annotator.gold-accuracy',
    correct: known ? gold.correct : 0,
    posteriorMean: known ? (gold.correct + 1) / (gold.n + 2) : null,
    belowFloor:
      options.floor !== undefined && rate.interval !== null && rate.interval.high < options.floor,
  };
}

export interface UnitLabel {
  readonly unit: Label;
  readonly annotator: Label;
  readonly label: Label;
  /** Seconds spent, when known. */
  readonly seconds?: number | undefined;
  /** Which side was chosen, when that makes sense. */
  readonly side?: 'first' | 'second' | undefined;
}

export interface AnnotatorProfile {
  readonly annotator: Label;
  readonly n: number;
  /** Share of the other labels of the same units that agree, averaged over units; null without any. */
  readonly agreement: number | null;
  readonly comparableUnits: number;
  readonly medianSeconds: number | null;
  readonly firstShare: number | null;
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
 * votes after seeing results. Cost: labels plus, per unit, labels × distinct labels.
 */
export function annotatorProfiles(labels: readonly UnitLabel[]): readonly AnnotatorProfile[] {
  const byUnit = groupBy(labels, (l) => l.unit);
  const byAnnotator = groupBy(labels, (l) => l.annotator);
  const names = [...byAnnotator.keys()].sort((a, b) => (String(a) < String(b) ? -1 : 1));
  const agreements = names.map((name) => leaveOneOut(byAnnotator.get(name) ?? [], byUnit));
  const standard = standardise(agreements);
  return names.map((annotator, i) => {
    const own = byAnnotator.get(annotator) ?? [];
    const sides = own.filter((l) => l.side !== undefined);
    const times = own
      .map((l) => l.seconds ?? Number.NaN)
      .filter((s) => Number.isFinite(s) && s >= 0);
    const agreement = agreements[i] ?? [];
    const entropy = entropyOf(own.map((l) => l.label));
    return {
      annotator,
      n: own.length,
      agreement: agreement.length > 0 ? mean(agreement) : null,
      comparableUnits: agreement.length,
      medianSeconds: times.length > 0 ? median(times) : null,
      firstShare:
        sides.length > 0 ? sides.filter((l) => l.side === 'first').length / sides.length : null,
      entropy,
      agreementZ: standard[i] ?? null,
      warnings: warningList(
        entropy === 0 && own.length >= 5 ? ['constant_annotator'] : [],
        own.length < 10 ? ['few_cases'] : [],
      ),
    };
  });
}

export interface SeverityInput {
  readonly annotator: Label;
  /** Mean of the annotator's deviations from the cases' means, or an effect of the score layout. */
  readonly effect: number;
  readonly variance: number;
}

/**
 * Question: who scores higher or lower than the others? Effects shrunk towards zero difference by
 * empirical Bayes, so that annotators with few scores move least. Assumes effects with known variances.
 * Cost: linear.
 */
export function shrunkSeverity(
  effects: readonly SeverityInput[],
): readonly { readonly annotator: Label; readonly effect: number }[] {
  const usable = effects.filter((e) => Number.isFinite(e.effect) && e.variance > 0);
  const shrunk = shrink(
    usable.map((e) => e.effect),
    usable.map((e) => e.variance),
  );
  return usable.map((e, i) => ({ annotator: e.annotator, effect: shrunk[i] ?? 0 }));
}

function groupBy<T>(
  items: readonly T[],
  key: (item: T) => Label,
): ReadonlyMap<Label, readonly T[]> {
  const groups = new Map<Label, T[]>();
  for (const item of items) {
    const group = groups.get(key(item)) ?? [];
    groups.set(key(item), group);
    group.push(item);
  }
  return groups;
}

/** Per unit with other annotators: the share of their labels equal to one's own. */
function leaveOneOut(
  own: readonly UnitLabel[],
  byUnit: ReadonlyMap<Label, readonly UnitLabel[]>,
): readonly number[] {
  return own.flatMap(({ unit, annotator, label }) => {
    const others = (byUnit.get(unit) ?? []).filter((l) => l.annotator !== annotator);
    if (others.length === 0) return [];
    return [others.filter((l) => l.label === label).length / others.length];
  });
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
  const sd = Math.sqrt(shrunk.reduce((sum, x) => sum + (x - centre) ** 2, 0) / (shrunk.length - 1));
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
