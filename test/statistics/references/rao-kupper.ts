import type { AbilityFit, AbilityOptions } from '../../../src/statistics/pairwise/ability-fit.ts';
import {
  FIRST_WINS,
  type PairRows,
  SECOND_WINS,
} from '../../../src/statistics/pairwise/aggregate.ts';
import { fitWithTies } from '../../../src/statistics/pairwise/davidson.ts';
import {
  logSigmoid,
  type PairwiseModel,
  sigmoid,
} from '../../../src/statistics/pairwise/pairwise-model.ts';

/**
 * Question: does the choice of tie model matter? Estimator: Rao–Kupper, P(i beats j) =
 * σ(b_i − b_j − log θ), tie the rest: a cumulative logit with symmetric thresholds. Assumes that
 * differences below a common threshold are called ties. Reference: Rao & Kupper 1967, JASA 62:194. Use
 * as a check beside Davidson, not as the headline. Cost as Bradley–Terry.
 */
export function raoKupper(rows: PairRows, options: AbilityOptions = {}): AbilityFit {
  return fitWithTies(rows, options, raoKupperModel);
}

/** Rao & Kupper 1967: P(first) = σ(d − κ), P(second) = σ(−d − κ), tie the rest; κ = log θ ≥ 0. */
const raoKupperModel: PairwiseModel = {
  name: 'rao-kupper',
  tieParameter: 'log-theta',
  tieStart: 0.5,
  row: ({ firstWins, secondWins, ties }, d, tie) => {
    const up = firstWins + ties;
    const down = secondWins + ties;
    const p = sigmoid(d - tie);
    const q = sigmoid(-d - tie);
    const gap = -Math.expm1(-2 * tie);
    const infoUp = up * p * (1 - p);
    const infoDown = down * q * (1 - q);
    const fromGap = ties === 0 ? 0 : ties * (2 * tie + Math.log(gap));
    return {
      logLikelihood: up * logSigmoid(d - tie) + down * logSigmoid(-d - tie) + fromGap,
      scoreD: up * (1 - p) - down * (1 - q),
      scoreTie: (2 * ties) / gap - up * (1 - p) - down * (1 - q),
      infoDD: infoUp + infoDown,
      infoDTie: infoDown - infoUp,
      infoTieTie: infoUp + infoDown + (4 * ties * (1 - gap)) / (gap * gap),
    };
  },
  vote: (outcome, d, tie) => {
    const tied = outcome !== FIRST_WINS && outcome !== SECOND_WINS;
    const up = tied || outcome === FIRST_WINS ? 1 - sigmoid(d - tie) : 0;
    const down = tied || outcome === SECOND_WINS ? 1 - sigmoid(-d - tie) : 0;
    return {
      scoreD: up - down,
      scoreTie: (tied ? 2 / -Math.expm1(-2 * tie) : 0) - up - down,
    };
  },
};
