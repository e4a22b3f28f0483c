import { chiSquaredUpper } from '../../../src/statistics/numerics/distributions.ts';
import {
  type AbilityFit,
  type AbilityOptions,
  fitAbilities,
} from '../../../src/statistics/pairwise/ability-fit.ts';
import type { PairRows } from '../../../src/statistics/pairwise/aggregate.ts';
import { bradleyTerryModel, logSigmoid } from '../../../src/statistics/pairwise/pairwise-model.ts';

export interface BradleyTerryFit extends AbilityFit {
  /** Against the saturated model, one rate per ordered pair. */
  readonly residualDeviance: number | null;
  /** The same with all abilities equal and no position effect. */
  readonly nullDeviance: number | null;
}

/**
 * Question: which one scale explains incomplete pairwise choices? Estimator: Bradley–Terry abilities,
 * P(i beats j) = σ(b_i − b_j + g), ties as half a win each; ghost-item MAP by default, maximum
 * likelihood on request. Assumes one scale and independent votes for the
 * model-based errors (cluster them otherwise). References: Bradley & Terry 1952; Ford 1957 (existence);
 * Turner et al. 2020 (ghost). Cost: a few Cholesky factorisations of variants³/3.
 */
export function bradleyTerry(rows: PairRows, options: AbilityOptions = {}): BradleyTerryFit {
  const fit = fitAbilities(rows, bradleyTerryModel, options);
  if (fit.solution === null) return { ...fit, residualDeviance: null, nullDeviance: null };
  const saturated = saturatedLogLikelihood(rows);
  return {
    ...fit,
    residualDeviance: 2 * (saturated - fit.solution.logLikelihood),
    nullDeviance: 2 * (saturated - fit.n * logSigmoid(0)),
  };
}

/** The position effect of this model, with its likelihood ratio against none. */
export function bradleyTerryPosition(rows: PairRows, options: AbilityOptions) {
  const full = bradleyTerry(rows, { ...options, position: 'fit' });
  const reduced = bradleyTerry(rows, { ...options, position: 'ignore' });
  const likelihoodRatio = 2 * ((full.logLikelihood ?? 0) - (reduced.logLikelihood ?? 0));
  return {
    estimate: full.position?.estimate ?? null,
    standardError: full.position?.standardError ?? null,
    likelihoodRatio,
    pValue: chiSquaredUpper(likelihoodRatio, 1),
  };
}

function saturatedLogLikelihood(rows: PairRows): number {
  let sum = 0;
  for (let r = 0; r < rows.first.length; r += 1) {
    const ties = rows.ties[r] ?? 0;
    const wins = (rows.firstWins[r] ?? 0) + ties / 2;
    const losses = (rows.secondWins[r] ?? 0) + ties / 2;
    const n = wins + losses;
    if (wins > 0) sum += wins * Math.log(wins / n);
    if (losses > 0) sum += losses * Math.log(losses / n);
  }
  return sum;
}
