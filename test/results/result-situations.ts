import type { ResultStatistics, Verdict } from '../../src/contract/results/results.ts';
import type { Criterion, StudySettings } from '../../src/domain/results/study-data.ts';
import { summarizeResults } from '../../src/domain/results/summarize-results.ts';
import { LIKERT, type ScoreRow, studyOf, type VoteRow } from '../support/studies.ts';

const LEFT_WINS = 0;
const RIGHT_WINS = 1;
const TIE = 2;
const BOTH_BAD = 3;

interface Tally {
  readonly wins?: number;
  readonly losses?: number;
  readonly ties?: number;
  readonly bothBad?: number;
}

interface Situation {
  readonly annotators?: number;
  readonly cases?: number;
  readonly perCase?: number;
  readonly ms?: number;
  readonly settings?: Partial<StudySettings>;
  /** Lengths of all outputs, both variants of a scenario side by side. */
  readonly lengths?: Float64Array;
}

/** One pair: the outcomes mixed evenly over time, the sides swapped regularly. */
function pairVotes(tally: Tally, { annotators = 3, perCase = 1, ms = 5000 }: Situation = {}) {
  const outcomes = mixed([
    ...Array<number>(tally.wins ?? 0).fill(RIGHT_WINS),
    ...Array<number>(tally.losses ?? 0).fill(LEFT_WINS),
    ...Array<number>(tally.ties ?? 0).fill(TIE),
    ...Array<number>(tally.bothBad ?? 0).fill(BOTH_BAD),
  ]);
  return outcomes.map((outcome, i): VoteRow => {
    const isTurned = Math.floor(i / annotators) % 2 === 1;
    return {
      case: Math.floor(i / perCase),
      annotator: i % annotators,
      left: isTurned ? 1 : 0,
      right: isTurned ? 0 : 1,
      outcome: isTurned && outcome <= RIGHT_WINS ? 1 - outcome : outcome,
      at: 1_700_000_000_000 + 1000 * i,
      ms,
    };
  });
}

/** Spreads every outcome evenly over time. */
function mixed(outcomes: readonly number[]): readonly number[] {
  const step = 0.618_033_988_75;
  return outcomes
    .map((outcome, i) => ({ outcome, place: (i * step) % 1 }))
    .sort((one, other) => one.place - other.place)
    .map(({ outcome }) => outcome);
}

export function pair(tally: Tally, situation: Situation = {}): ResultStatistics {
  const { cases, lengths = null, perCase = 1 } = situation;
  const votes = pairVotes(tally, situation);
  return summarizeResults(
    studyOf({
      votes,
      lengths,
      cases: cases ?? Math.ceil(votes.length / perCase),
      annotators: situation.annotators ?? 3,
      settings: { judgementsPerTask: perCase, ...situation.settings },
    }),
  );
}

/** The scenarios of the second tally are judged after those of the first. */
export function inTurn(first: Tally, second: Tally): ResultStatistics {
  const before = pairVotes(first);
  const after = pairVotes(second).map((vote) => ({
    ...vote,
    case: vote.case + before.length,
    at: (vote.at ?? 0) + 1000 * before.length,
  }));
  const votes = [...before, ...after];
  return summarizeResults(studyOf({ votes, cases: votes.length, annotators: 3 }));
}

/** One pair per scenario: each variant beats the one before; first and last rarely meet. */
export function inAChain(): ResultStatistics {
  const pairs = [
    { later: 2, earlier: 1, votes: 30, wins: 28 },
    { later: 1, earlier: 0, votes: 30, wins: 28 },
    { later: 2, earlier: 0, votes: 9, wins: 6 },
  ];
  const votes = pairs
    .flatMap(({ later, earlier, votes: count, wins }) =>
      Array.from({ length: count }, (_, i) => ({ later, earlier, isWon: i < wins })),
    )
    .map(({ later, earlier, isWon }, position): VoteRow => {
      const isTurned = position % 2 === 1;
      const [left, right] = isTurned ? [earlier, later] : [later, earlier];
      const outcome = isWon === isTurned ? RIGHT_WINS : LEFT_WINS;
      return { case: position, annotator: position % 3, left, right, outcome };
    });
  return summarizeResults(studyOf({ variants: 3, votes, settings: { pairsPerCase: 1 } }));
}

/** Each pair once in every scenario; the later variant wins `wins` of ten scenarios. */
export function several(
  variants: number,
  cases: number,
  wins: (later: number, earlier: number) => number,
  situation: Situation = {},
): ResultStatistics {
  const { annotators = 3 } = situation;
  const votes: VoteRow[] = [];
  for (let position = 0; position < cases; position += 1) {
    for (let later = 1; later < variants; later += 1) {
      for (let earlier = 0; earlier < later; earlier += 1) {
        const place = (7 * position + 3 * later + earlier) % 10;
        const isTurned = (position + Math.floor(position / 10)) % 2 === 1;
        const winner = place < wins(later, earlier) ? later : earlier;
        const [left, right] = isTurned ? [later, earlier] : [earlier, later];
        votes.push({
          case: position,
          annotator: position % annotators,
          left,
          right,
          outcome: winner === left ? LEFT_WINS : RIGHT_WINS,
          at: 1_700_000_000_000 + 1000 * votes.length,
          ms: 5000,
        });
      }
    }
  }
  return summarizeResults(
    studyOf({
      votes,
      variants,
      annotators,
      cases: situation.cases ?? cases,
      settings: situation.settings ?? {},
    }),
  );
}

/** Each variant's scores: its level plus a swing that depends on the scenario. */
export function scored(
  levels: readonly number[],
  cases: number,
  situation: Situation & { readonly criterion?: Criterion } = {},
): ResultStatistics {
  const { annotators = 3, criterion = LIKERT } = situation;
  const scores: ScoreRow[] = [];
  for (let position = 0; position < cases; position += 1) {
    levels.forEach((level, variant) => {
      const swing = [0, 1, 0, -1, 0][(position + 2 * variant) % 5] ?? 0;
      scores.push({
        case: position,
        annotator: (position + Math.floor(position / annotators)) % annotators,
        variant,
        value: scoreOn(criterion, level + swing, (position * 7 + variant * 3) % 10),
        at: 1_700_000_000_000 + 1000 * scores.length,
        ms: 5000,
      });
    });
  }
  return summarizeResults(
    studyOf({
      scores,
      variants: levels.length,
      annotators,
      criteria: [criterion],
      cases: situation.cases ?? cases,
      settings: situation.settings ?? {},
    }),
  );
}

/** Yes in as many of ten scenarios as the level says. */
function scoreOn({ scale, low, high }: Criterion, value: number, place: number): number {
  if (scale === 'binary') return place < value ? 1 : 0;
  return Math.min(high ?? Infinity, Math.max(low ?? -Infinity, value));
}

/** The same results with another verdict. */
export function withVerdict(statistics: ResultStatistics, verdict: Partial<Verdict>) {
  return { ...statistics, verdict: { ...statistics.verdict, ...verdict } };
}

/** Further criteria with the same scores. */
export function withCriteria(statistics: ResultStatistics, names: readonly string[]) {
  const [first] = statistics.scores;
  const further = first === undefined ? [] : names.map((criterion) => ({ ...first, criterion }));
  return { ...statistics, scores: [...statistics.scores, ...further] };
}

/** With a score that is not asked for, like the overall score where there are criteria. */
export function withUnasked(statistics: ResultStatistics): ResultStatistics {
  const unasked = statistics.scores
    .slice(0, 1)
    .map((first) => ({ ...first, criterion: 'Score', warnings: ['no_data' as const] }));
  return { ...statistics, scores: [...statistics.scores, ...unasked] };
}

/** The part of the verdict about other annotators. */
export function others(
  word: Verdict['other_annotators']['word'],
  low: number,
  high: number,
): Verdict['other_annotators'] {
  const interval = { low, high, level: 0.95, kind: 'planned' } as const;
  return { word, interval, annotators_needed: 0, method: 'other-annotators' };
}

/** 120 judgements; those of every fourth scenario are too fast. */
export function withFastVotes(): ResultStatistics {
  const votes = pairVotes({ wins: 80, losses: 40 }).map((vote) =>
    vote.case % 4 === 0 ? { ...vote, ms: 700 } : vote,
  );
  return summarizeResults(studyOf({ votes, settings: { minimumSeconds: 2 } }));
}

/** The third of three annotators always chooses the left output. */
export function withLeftChooser(): ResultStatistics {
  const votes = pairVotes({ wins: 80, losses: 31 }).map((vote) =>
    vote.annotator === 2 ? { ...vote, outcome: LEFT_WINS } : vote,
  );
  return summarizeResults(studyOf({ votes }));
}

/** The first of six annotators gives two of five judgements. */
export function withBusyAnnotator(): ResultStatistics {
  const votes = pairVotes({ wins: 80, losses: 40 }).map((vote, i) => ({
    ...vote,
    annotator: i % 5 < 2 ? 0 : 1 + (i % 5),
  }));
  return summarizeResults(studyOf({ votes, annotators: 6 }));
}

/** The second of three annotators always calls a tie. */
export function withTieCaller(): ResultStatistics {
  const votes = pairVotes({ wins: 80, losses: 40 }).map((vote) =>
    vote.annotator === 1 ? { ...vote, outcome: TIE } : vote,
  );
  return summarizeResults(studyOf({ votes }));
}

/** The second variant is on the left three times of four. */
export function withOneSide(): ResultStatistics {
  const votes = pairVotes({ wins: 80, losses: 40 }).map((vote) => {
    const won = vote.outcome === LEFT_WINS ? vote.left : vote.right;
    const left = vote.case % 4 === 0 ? 0 : 1;
    return { ...vote, left, right: 1 - left, outcome: won === left ? LEFT_WINS : RIGHT_WINS };
  });
  return summarizeResults(studyOf({ votes }));
}

/** Judgements of the original's routes, which have no sides. */
export function withoutSides(): ResultStatistics {
  const choices = pairVotes({ wins: 80, losses: 40 }).map(({ outcome, left, right, ...vote }) => ({
    ...vote,
    chosen: outcome === LEFT_WINS ? left : right,
  }));
  return summarizeResults(studyOf({ choices }));
}

/** Four variants: only the first two and the last two were compared with each other. */
export function withoutConnection(): ResultStatistics {
  const one = pairVotes({ wins: 40, losses: 20 });
  const other = pairVotes({ wins: 30, losses: 30 }).map((vote) => ({
    ...vote,
    left: vote.left + 2,
    right: vote.right + 2,
  }));
  return summarizeResults(
    studyOf({ votes: [...one, ...other], variants: 4, settings: { pairsPerCase: 2 } }),
  );
}

/** Three variants, every second comparison between bad outputs. */
export function withBadOutputs(): ResultStatistics {
  const pairs = [
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const;
  const votes = Array.from({ length: 120 }, (_, i): VoteRow => {
    const [left, right] = pairs[i % 3] ?? pairs[0];
    return {
      case: Math.floor(i / 3),
      annotator: i % 5,
      left,
      right,
      outcome: Math.floor(i / 3) % 2 === 0 ? BOTH_BAD : i % 2,
      at: 1_700_000_000_000 + 1000 * i,
    };
  });
  return summarizeResults(studyOf({ votes, variants: 3 }));
}

/** Sometimes one, sometimes the other output is longer. */
export function unequalLengths(cases: number): Float64Array {
  return Float64Array.from({ length: 2 * cases }, (_, i) => 100 + ((i * 37) % 50));
}

/** The output of the second variant is always longer. */
export function secondIsLonger(cases: number): Float64Array {
  return Float64Array.from({ length: 2 * cases }, (_, i) => 100 + 50 * (i % 2));
}
