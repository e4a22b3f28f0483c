import type { AbilityFit, AbilityOptions } from './ability-fit.ts';
import type { PairRows } from './aggregate.ts';
import { fitWithTies } from './davidson.ts';
import { raoKupperModel } from './pairwise-model.ts';

/**
 * Question: does the choice of tie model matter? Estimator: Rao–Kupper, P(i beats j) =
 * σ(b_i − b_j − log θ), tie the rest: a cumulative logit with symmetric thresholds. Assumes that
 * differences below a common threshold are called ties. Reference: Rao & Kupper 1967, JASA 62:194. Use
 * as a check beside Davidson, not as the headline. Cost as Bradley–Terry.
 */
export function raoKupper(rows: PairRows, options: AbilityOptions = {}): AbilityFit {
  return fitWithTies(rows, options, raoKupperModel);
}
