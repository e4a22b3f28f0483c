import { warningList } from '../intervals/estimate.ts';
import { type AbilityFit, type AbilityOptions, fitAbilities } from './ability-fit.ts';
import { type PairRows, tieCount, voteCount } from './aggregate.ts';
import { bradleyTerryModel, davidsonModel } from './pairwise-model.ts';

/**
 * Question: how do variants compare when a tie is a separate outcome? Estimator: Davidson's model,
 * P(i) : P(j) : P(tie) = e^{b_i} : e^{b_j} : ν e^{(b_i+b_j)/2}, with the ghost prior by default. A
 * difference of abilities is the log odds of winning among decisive votes. Assumes that ties are
 * most likely between equals and one tie propensity for all. Reference: Davidson 1970, JASA 65:317.
 * Without ties ν is 0 and the fit is plain Bradley–Terry (`no_ties`); with only ties ν is
 * unbounded, abilities are equal and have no interval from this model (`all_ties`). Cost as
 * Bradley–Terry.
 */
export function davidson(rows: PairRows, options: AbilityOptions = {}): AbilityFit {
  return fitWithTies(rows, options, davidsonModel);
}

/** Handles the two ends of the tie share, where the tie parameter has no finite value. */
export function fitWithTies(
  rows: PairRows,
  options: AbilityOptions,
  model: typeof davidsonModel,
): AbilityFit {
  const ties = tieCount(rows);
  const n = voteCount(rows);
  if (ties > 0 && ties < n) return fitAbilities(rows, model, options);
  const fit = fitAbilities(rows, bradleyTerryModel, options);
  const method = fit.method.replace(bradleyTerryModel.name, model.name);
  const warnings = warningList(
    fit.warnings,
    n === 0 ? [] : ties === 0 ? ['no_ties'] : ['all_ties'],
  );
  if (ties === 0) return { ...fit, method, warnings };
  return {
    ...fit,
    method,
    warnings,
    abilities: fit.abilities?.map((ability) => ({ ...ability, interval: null })) ?? null,
  };
}
