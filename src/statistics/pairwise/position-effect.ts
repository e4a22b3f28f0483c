import { clusteredContrast, type VoteClusters } from '../intervals/clustered-covariance.ts';
import { noEstimate, warningList } from '../intervals/estimate.ts';
import { chiSquaredUpper } from '../numerics/distributions.ts';
import type { AbilityOptions, Parameter } from './ability-fit.ts';
import { type PairRows } from './aggregate.ts';
import { davidson } from './davidson.ts';

export interface PositionEffect extends Parameter {
  /** Likelihood ratio of the fits with and without the effect, one degree of freedom. */
  readonly likelihoodRatio: number | null;
  readonly pValue: number | null;
  /** |g| above 0.2 logit and an interval without 0, or all votes for one place. */
  readonly alarm: boolean;
}

export interface PositionOptions extends AbilityOptions {
  /** Clusters of the votes, for an interval that accounts for repeated cases and annotators. */
  readonly clusters?: VoteClusters | undefined;
}

/**
 * Question: does the first place win by itself, and by how much in logits? Estimator: the term g of
 * P(first beats second) = σ(b_first − b_second + g) with model-based or clustered errors. Because
 * sides are randomised the headline is unbiased even if g is not 0. Assumes one effect for all
 * pairs. Reference: Agresti 2002, 10.6 (home advantage). Cost: two fits.
 */
export function positionEffect(rows: PairRows, options: PositionOptions = {}): PositionEffect {
  const full = davidson(rows, { ...options, position: 'fit' });
  const reduced = davidson(rows, { ...options, position: 'ignore' });
  const g = full.position;
  if (g === null || full.solution === null || full.solution.positionIndex === null) {
    const alarm = isAlwaysOnePlace(rows);
    const none = { standardError: null, likelihoodRatio: null, pValue: null, alarm };
    return { ...noEstimate('position-effect', full.n, full.warnings), ...none };
  }
  const contrast = new Float64Array(full.solution.parameters.length);
  contrast[full.solution.positionIndex] = 1;
  const reported: Parameter =
    options.clusters === undefined
      ? g
      : clusteredContrast(full.solution, contrast, {
          clusters: options.clusters,
          confidence: options.confidence,
        });
  const ratio =
    full.logLikelihood === null || reduced.logLikelihood === null
      ? null
      : Math.max(0, 2 * (full.logLikelihood - reduced.logLikelihood));
  const range = reported.interval;
  return {
    ...reported,
    method: options.clusters === undefined ? 'position-effect.model' : 'position-effect.clustered',
    warnings: warningList(full.warnings, reported.warnings),
    likelihoodRatio: ratio,
    pValue: ratio === null ? null : chiSquaredUpper(ratio, 1),
    alarm:
      Math.abs(reported.estimate ?? 0) > 0.2 && range !== null && (range.low > 0 || range.high < 0),
  };
}

/** Fewer votes may go one way by chance. */
const LEAST_ONE_WAY = 20;

/**
 * Whether every decided vote went to the same place: then no model can estimate the effect. Counts
 * only pairs that were shown in both orders; in others, the winner may be the better variant.
 */
function isAlwaysOnePlace(rows: PairRows): boolean {
  const decided = new Set<string>();
  const keyOf = (one: number, other: number) => `${one},${other}`;
  rows.first.forEach((first, row) => {
    const count = (rows.firstWins[row] ?? 0) + (rows.secondWins[row] ?? 0);
    if (count > 0) decided.add(keyOf(first, rows.second[row] ?? -1));
  });
  let [ofFirst, ofSecond] = [0, 0];
  rows.first.forEach((first, row) => {
    if (!decided.has(keyOf(rows.second[row] ?? -1, first))) return;
    ofFirst += rows.firstWins[row] ?? 0;
    ofSecond += rows.secondWins[row] ?? 0;
  });
  return Math.min(ofFirst, ofSecond) === 0 && ofFirst + ofSecond >= LEAST_ONE_WAY;
}

/** Empirical Bayes shrinkage of estimates with known variances towards their weighted mean. */
export function shrink(
  estimates: ArrayLike<number>,
  variances: ArrayLike<number>,
): readonly number[] {
  const values = Array.from(estimates);
  const weights = Array.from(variances, (v) => (v > 0 ? 1 / v : 0));
  const total = weights.reduce((sum, w) => sum + w, 0);
  if (!(total > 0)) return values;
  const centre = values.reduce((sum, x, i) => sum + x * (weights[i] ?? 0), 0) / total;
  const spread = values.reduce((sum, x, i) => sum + (weights[i] ?? 0) * (x - centre) ** 2, 0);
  const squares = weights.reduce((sum, w) => sum + w * w, 0);
  const room = total - squares / total;
  const between = room > 0 ? Math.max(0, (spread - (values.length - 1)) / room) : 0;
  return values.map((x, i) => {
    const own = variances[i] ?? 0;
    const keep = own + between > 0 ? between / (between + own) : 1;
    return centre + keep * (x - centre);
  });
}
