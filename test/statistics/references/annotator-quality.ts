import type { Label } from '../../../src/statistics/intervals/clusters.ts';
import type { Estimate } from '../../../src/statistics/intervals/estimate.ts';
import { wilsonInterval } from '../../../src/statistics/intervals/proportions.ts';
import { shrink } from '../../../src/statistics/pairwise/position-effect.ts';

export interface GoldAccuracy extends Estimate {
  readonly correct: number;
  /** Mean of the Beta(1 + correct, 1 + wrong) posterior. */
  readonly posteriorMean: number | null;
  /** The whole interval lies below the floor. */
  readonly belowFloor: boolean;
}

/**
 * Question: how often does an annotator answer gold items right? Estimator: share with Wilson interval
 * and the mean under a uniform prior; flagged only when the upper limit is below the floor. Assumes
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

export interface SeverityInput {
  readonly annotator: Label;
  /** Mean of the annotator's deviations from the cases' means, or an effect of the score layout. */
  readonly effect: number;
  readonly variance: number;
}

/**
 * Question: who scores higher or lower than the others? Effects shrunk towards zero difference by
 * empirical Bayes, so that those of annotators with few scores shrink most. Assumes effects with
 * known variances. Cost: linear.
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
