import { pairsOf } from '../../src/domain/results/case-contrasts.ts';
import {
  type Choices,
  type Criterion,
  DEFAULT_SETTINGS,
  type Scores,
  type StudyData,
  type StudySettings,
  type Votes,
} from '../../src/domain/results/study-data.ts';
import { createRandom } from '../../src/statistics/numerics/random.ts';

export interface VoteRow {
  readonly case: number;
  readonly annotator: number;
  readonly left: number;
  readonly right: number;
  readonly outcome: number;
  readonly at?: number;
  readonly ms?: number;
  readonly probability?: number;
}

export interface ChoiceRow {
  readonly case: number;
  readonly annotator: number;
  readonly chosen: number;
  readonly at?: number;
  readonly ms?: number;
}

export interface ScoreRow {
  readonly case: number;
  readonly annotator: number;
  readonly variant: number;
  readonly value: number;
  readonly criterion?: number;
  readonly at?: number;
  readonly ms?: number;
}

export interface StudyParts {
  readonly variants?: number;
  readonly annotators?: number;
  readonly cases?: number;
  readonly votes?: readonly VoteRow[];
  readonly choices?: readonly ChoiceRow[];
  readonly scores?: readonly ScoreRow[];
  readonly criteria?: readonly Criterion[];
  readonly slices?: StudyData['slices'];
  readonly lengths?: Float64Array | null;
  readonly settings?: Partial<StudySettings>;
}

export const LIKERT: Criterion = { name: 'helpful', scale: 'likert', low: 1, high: 5 };

/** A study from rows, with sizes that fit them unless given. */
export function studyOf(parts: StudyParts): StudyData {
  const { votes = [], choices = [], scores = [] } = parts;
  const judged = [...votes, ...choices, ...scores];
  const count = (pick: (row: (typeof judged)[number]) => number): number =>
    judged.reduce((most, row) => Math.max(most, pick(row) + 1), 0);
  const variants = parts.variants ?? 2;
  return {
    kind: scores.length > 0 || parts.criteria !== undefined ? 'scoring' : 'comparison',
    variants: Array.from({ length: variants }, (_, i) => variantId(i)),
    annotators: Array.from(
      { length: parts.annotators ?? count((row) => row.annotator) },
      (_, i) => `annotator-${i}`,
    ),
    cases: parts.cases ?? count((row) => row.case),
    criteria: parts.criteria ?? (scores.length > 0 ? [LIKERT] : []),
    votes: votesOf(votes),
    choices: choicesOf(choices),
    scores: scoresOf(scores),
    slices: parts.slices ?? [],
    lengths: parts.lengths ?? null,
    settings: { ...DEFAULT_SETTINGS, ...parts.settings },
  };
}

export function variantId(index: number): string {
  return `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;
}

export interface Simulation {
  readonly seed?: number;
  readonly cases: number;
  readonly annotators: number;
  readonly perCase: number;
  readonly variants?: number;
  /** How much better each later variant is, in logits. */
  readonly step?: number;
  readonly tieShare?: number;
  /** Spread of the cases' own preferences. */
  readonly caseSd?: number;
}

/** Random votes: each case is judged by some annotators, each of all its pairs on random sides. */
export function simulatedVotes(simulation: Simulation): VoteRow[] {
  const {
    cases,
    annotators,
    perCase,
    variants = 2,
    step = 0,
    tieShare = 0.2,
    caseSd = 0.5,
  } = simulation;
  const random = createRandom(simulation.seed ?? 1);
  const votes: VoteRow[] = [];
  for (let position = 0; position < cases; position += 1) {
    const liking = Array.from({ length: variants }, (_, i) => i * step + caseSd * random.normal());
    for (const [k, pair] of answersOf(perCase, variants)) {
      const [left = 0, right = 1] = random.uniform() < 0.5 ? pair : [...pair].reverse();
      const lean = 1 / (1 + Math.exp((liking[right] ?? 0) - (liking[left] ?? 0)));
      const u = random.uniform();
      const outcome = u < tieShare ? (u < tieShare / 4 ? 3 : 2) : random.uniform() < lean ? 0 : 1;
      votes.push({
        case: position,
        annotator: (position + k) % annotators,
        left,
        right,
        outcome,
        at: 1_700_000_000_000 + votes.length * 1000,
        ms: 4000 + random.below(20_000),
      });
    }
  }
  return votes;
}

/** Each of the annotators of a case answers about each of its pairs. */
function answersOf(perCase: number, variants: number) {
  return Array.from({ length: perCase }, (_, k) =>
    pairsOf(variants).map((pair) => [k, pair] as const),
  ).flat();
}

export interface ScoreSimulation {
  readonly seed?: number;
  readonly cases: number;
  readonly annotators: number;
  readonly perCase: number;
  readonly variants?: number;
  readonly step?: number;
}

/** Random scores from 1 to 5 of every variant by the annotators of a case. */
export function simulatedScores(simulation: ScoreSimulation): ScoreRow[] {
  const { cases, annotators, perCase, variants = 2, step = 0 } = simulation;
  const random = createRandom(simulation.seed ?? 1);
  const scores: ScoreRow[] = [];
  for (let position = 0; position < cases; position += 1) {
    const level = 3 + 0.6 * random.normal();
    for (let k = 0; k < perCase; k += 1) {
      const annotator = (position + k) % annotators;
      for (let variant = 0; variant < variants; variant += 1) {
        const raw = level + step * variant + 0.2 * (annotator % 3) + 0.8 * random.normal();
        scores.push({
          case: position,
          annotator,
          variant,
          value: Math.min(5, Math.max(1, Math.round(raw))),
          at: 1_700_000_000_000 + scores.length * 1000,
          ms: 3000 + random.below(9000),
        });
      }
    }
  }
  return scores;
}

function votesOf(rows: readonly VoteRow[]): Votes {
  return {
    ...judgedOf(rows),
    left: Int32Array.from(rows, (row) => row.left),
    right: Int32Array.from(rows, (row) => row.right),
    outcome: Uint8Array.from(rows, (row) => row.outcome),
    probability: Float64Array.from(rows, (row) => row.probability ?? Number.NaN),
  };
}

function choicesOf(rows: readonly ChoiceRow[]): Choices {
  return { ...judgedOf(rows), chosen: Int32Array.from(rows, (row) => row.chosen) };
}

function scoresOf(rows: readonly ScoreRow[]): Scores {
  return {
    ...judgedOf(rows),
    variant: Int32Array.from(rows, (row) => row.variant),
    criterion: Int32Array.from(rows, (row) => row.criterion ?? 0),
    value: Float64Array.from(rows, (row) => row.value),
  };
}

function judgedOf(rows: readonly (VoteRow | ChoiceRow | ScoreRow)[]) {
  return {
    case: Int32Array.from(rows, (row) => row.case),
    annotator: Int32Array.from(rows, (row) => row.annotator),
    completedAtMs: Float64Array.from(rows, (row) => row.at ?? Number.NaN),
    takenMs: Float64Array.from(rows, (row) => row.ms ?? Number.NaN),
  };
}
