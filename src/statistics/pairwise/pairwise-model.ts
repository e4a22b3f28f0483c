import { FIRST_WINS, SECOND_WINS } from './aggregate.ts';

/**
 * The three pairwise outcome models as functions of one linear predictor d = b_first − b_second + g and,
 * where ties are modelled, one tie parameter. Each gives the log-likelihood of a row of counts, its
 * score and its information, and the score of a single vote; everything else (fitting, clustering,
 * position) is common to them.
 */
export interface PairwiseModel {
  readonly name: 'bradley-terry' | 'davidson' | 'rao-kupper';
  readonly tieParameter: 'none' | 'log-nu' | 'log-theta';
  readonly tieStart: number;
  readonly row: (counts: RowCounts, d: number, tie: number) => RowTerms;
  readonly vote: (outcome: number, d: number, tie: number) => VoteScore;
}

export interface RowCounts {
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

export interface VoteScore {
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

/** Rao & Kupper 1967: P(first) = σ(d − κ), P(second) = σ(−d − κ), tie the rest; κ = log θ ≥ 0. */
export const raoKupperModel: PairwiseModel = {
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
