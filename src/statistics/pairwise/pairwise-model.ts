import { FIRST_WINS, SECOND_WINS } from './aggregate.ts';

/**
 * Pairwise outcome models as functions of one linear predictor d = b_first − b_second + g and,
 * where ties are modelled, one tie parameter. Each gives the log-likelihood of a row of counts, its
 * score and its information, and the score of a single vote; everything else (fitting, clustering,
 * position) is common to them.
 */
export interface PairwiseModel {
  readonly name: string;
  readonly tieParameter: 'none' | `log-${string}`;
  readonly tieStart: number;
  readonly row: (counts: RowCounts, d: number, tie: number) => RowTerms;
  readonly vote: (outcome: number, d: number, tie: number) => VoteScore;
}

interface RowCounts {
  readonly firstWins: number;
  readonly secondWins: number;
  readonly ties: number;
}

export interface RowTerms {
  readonly logLikelihood: number;
  readonly scoreD: number;
  readonly scoreTie: number;
  readonly infoDD: number;
  readonly infoDTie: number;
  readonly infoTieTie: number;
}

interface VoteScore {
  readonly scoreD: number;
  readonly scoreTie: number;
}

/** Ties as half a win each: P(first) = σ(d). */
export const bradleyTerryModel: PairwiseModel = {
  name: 'bradley-terry',
  tieParameter: 'none',
  tieStart: 0,
  row: ({ firstWins, secondWins, ties }, d) => {
    const p = sigmoid(d);
    const n = firstWins + secondWins + ties;
    const wins = firstWins + ties / 2;
    return {
      logLikelihood: wins * logSigmoid(d) + (n - wins) * logSigmoid(-d),
      scoreD: wins - n * p,
      scoreTie: 0,
      infoDD: n * p * sigmoid(-d),
      infoDTie: 0,
      infoTieTie: 0,
    };
  },
  vote: (outcome, d) => ({ scoreD: pointsOfFirst(outcome) - sigmoid(d), scoreTie: 0 }),
};

/** Davidson 1970: first : second : tie = e^{d/2} : e^{−d/2} : ν, with the tie parameter log ν. */
export const davidsonModel: PairwiseModel = {
  name: 'davidson',
  tieParameter: 'log-nu',
  tieStart: -0.7,
  row: ({ firstWins, secondWins, ties }, d, tie) => {
    const { first, second, tied, logTotal } = davidsonShares(d, tie);
    const n = firstWins + secondWins + ties;
    const lean = (first - second) / 2;
    return {
      logLikelihood: ((firstWins - secondWins) * d) / 2 + ties * tie - n * logTotal,
      scoreD: (firstWins - secondWins) / 2 - n * lean,
      scoreTie: ties - n * tied,
      infoDD: n * ((first + second) / 4 - lean * lean),
      infoDTie: -n * tied * lean,
      infoTieTie: n * tied * (first + second),
    };
  },
  vote: (outcome, d, tie) => {
    const { first, second, tied } = davidsonShares(d, tie);
    const decisive = outcome === FIRST_WINS || outcome === SECOND_WINS;
    return {
      scoreD: pointsOfFirst(outcome) - 0.5 - (first - second) / 2,
      scoreTie: (decisive ? 0 : 1) - tied,
    };
  },
};

export function sigmoid(x: number): number {
  return x >= 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x));
}

export function logSigmoid(x: number): number {
  return Math.min(x, 0) - Math.log1p(Math.exp(-Math.abs(x)));
}

function pointsOfFirst(outcome: number): number {
  if (outcome === FIRST_WINS) return 1;
  return outcome === SECOND_WINS ? 0 : 0.5;
}

interface DavidsonShares {
  readonly first: number;
  readonly second: number;
  readonly tied: number;
  readonly logTotal: number;
}

function davidsonShares(d: number, tie: number): DavidsonShares {
  const top = Math.max(Math.abs(d) / 2, tie);
  const first = Math.exp(d / 2 - top);
  const second = Math.exp(-d / 2 - top);
  const tied = Math.exp(tie - top);
  const total = first + second + tied;
  return {
    first: first / total,
    second: second / total,
    tied: tied / total,
    logTotal: top + Math.log(total),
  };
}
