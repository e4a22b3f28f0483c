import type { FullCriterion } from '../contract/evaluations/evaluation-settings.ts';
import type { CriterionAnswer } from '../domain/judging/criterion-answers.ts';
import { codeAnswer } from '../domain/results/answer-codes.ts';
import { rowsWhere } from '../domain/results/columns.ts';
import {
  ALL_BAD,
  ALL_GOOD,
  BOTH_BAD,
  type Choices,
  type Judged,
  LEFT_BETTER,
  RIGHT_BETTER,
  type Scores,
  type StudyData,
  TIE,
  type Votes,
} from '../domain/results/study-data.ts';
import { SHOWN_FIRST, SHOWN_SECOND, type WrittenColumns } from '../storage/results/study-rows.ts';
import { sharedBytes, sharedDoubles, sharedInts } from './shared-columns.ts';

/** What rows are read by. */
export interface StudyQuestions {
  /** The place of the overall score among the criteria; undefined where outputs are compared. */
  readonly overallScore: number | undefined;
  /** Criteria that are answered for each output, by the name they are answered under. */
  readonly criteria: ReadonlyMap<string, { readonly index: number; readonly asked: FullCriterion }>;
}

/** Judgements of one annotator as `writeStudyColumns` tells them. */
export interface WrittenPart {
  readonly questions: StudyQuestions;
  readonly annotator: number;
  readonly columns: WrittenColumns;
}

export type JudgedStudy = Pick<StudyData, 'votes' | 'choices' | 'scores'>;

/** Judgements of one annotator as the columns of a study. */
export function columnsOf({ questions, annotator, columns }: WrittenPart): JudgedStudy {
  const rows = {
    annotator,
    positions: parsed<number>(columns.positions),
    takenMs: parsed<number>(columns.taken_ms),
    judgedAt: parsed<number>(columns.judged_at),
  };
  const shown = parsed<number>(columns.shown);
  const chosen = parsed<number>(columns.chosen);
  const given = [
    ...overallScores(parsed(columns.variants), parsed(columns.scores), questions),
    ...answeredScores(parsed(columns.answers), questions),
  ];
  return {
    votes: votesOf(rows, shown, chosen),
    choices: choicesOf(rows, shown, chosen),
    scores: scoresOf(rows, given),
  };
}

/** The database wrote it, each value by its own rule. */
function parsed<Value>(column: string | null | undefined): readonly Value[] {
  return typeof column === 'string' ? JSON.parse(column) : [];
}

/** What every judgement has, by its row. */
interface Rows {
  readonly annotator: number;
  readonly positions: readonly number[];
  readonly takenMs: readonly number[];
  readonly judgedAt: readonly number[];
}

/** Outcomes other than a winner, as they are written. */
const TIED = -1;
const NEITHER_GOOD = -2;
const NO_OUTCOME = -3;

function votesOf(rows: Rows, shown: readonly number[], chosen: readonly number[]): Votes {
  const picked = rowsWhere(
    shown.length,
    (row) => (shown[row] ?? -1) >= 0 && (chosen[row] ?? NO_OUTCOME) >= NEITHER_GOOD,
  );
  const left = sharedInts(picked.length);
  const right = sharedInts(picked.length);
  const outcome = sharedBytes(picked.length);
  for (let at = 0; at < picked.length; at += 1) {
    const row = picked[at] ?? 0;
    const place = shown[row] ?? 0;
    const first = Math.floor(place / SHOWN_FIRST);
    const second = Math.floor((place % SHOWN_FIRST) / SHOWN_SECOND);
    const isFirstLeft = place % SHOWN_SECOND === 0;
    const own = isFirstLeft ? first : second;
    left[at] = own;
    right[at] = isFirstLeft ? second : first;
    outcome[at] = outcomeOf(chosen[row] ?? TIED, own);
  }
  // The queue hands out every pair of a scenario as readily as the others.
  const probability = sharedDoubles(picked.length).fill(Number.NaN);
  return { ...judgedOf(rows, picked), left, right, outcome, probability };
}

function outcomeOf(chosen: number, left: number): number {
  if (chosen === TIED) return TIE;
  if (chosen === NEITHER_GOOD) return BOTH_BAD;
  return chosen === left ? LEFT_BETTER : RIGHT_BETTER;
}

/**
 * What was voted through the original's routes is a choice among all variants: nobody knows on which
 * side they stood.
 */
function choicesOf(rows: Rows, shown: readonly number[], written: readonly number[]): Choices {
  const picked = rowsWhere(
    shown.length,
    (row) => (shown[row] ?? -1) < 0 && (written[row] ?? NO_OUTCOME) >= NEITHER_GOOD,
  );
  const chosen = sharedInts(picked.length);
  for (let at = 0; at < picked.length; at += 1) {
    const own = written[picked[at] ?? 0] ?? TIED;
    chosen[at] = own === TIED ? ALL_GOOD : own === NEITHER_GOOD ? ALL_BAD : own;
  }
  return { ...judgedOf(rows, picked), chosen };
}

interface GivenScore {
  readonly row: number;
  readonly variant: number;
  readonly criterion: number;
  readonly value: number;
}

function* overallScores(
  variants: readonly number[],
  scores: readonly (number | null)[],
  { overallScore }: StudyQuestions,
): Generator<GivenScore> {
  if (overallScore === undefined) return;
  for (const [row, value] of scores.entries()) {
    const variant = variants[row] ?? -1;
    if (value !== null && variant >= 0) yield { row, variant, criterion: overallScore, value };
  }
}

function* answeredScores(
  answers: readonly (readonly CriterionAnswer[])[],
  { criteria }: StudyQuestions,
): Generator<GivenScore> {
  for (const [row, own] of answers.entries()) {
    for (const { criterion: name, variant, value } of own) {
      const found = criteria.get(name);
      if (found === undefined || variant === null) continue;
      yield { row, variant, criterion: found.index, value: codeAnswer(found.asked, value) };
    }
  }
}

function scoresOf(rows: Rows, given: readonly GivenScore[]): Scores {
  const picked = Int32Array.from(given, ({ row }) => row);
  const variant = sharedInts(given.length);
  const criterion = sharedInts(given.length);
  const value = sharedDoubles(given.length);
  for (const [at, score] of given.entries()) {
    variant[at] = score.variant;
    criterion[at] = score.criterion;
    value[at] = score.value;
  }
  return { ...judgedOf(rows, picked), variant, criterion, value };
}

function judgedOf(rows: Rows, picked: Int32Array): Judged {
  const cases = sharedInts(picked.length);
  const completedAtMs = sharedDoubles(picked.length);
  const takenMs = sharedDoubles(picked.length);
  for (let at = 0; at < picked.length; at += 1) {
    const row = picked[at] ?? 0;
    const taken = rows.takenMs[row] ?? -1;
    cases[at] = rows.positions[row] ?? 0;
    completedAtMs[at] = rows.judgedAt[row] ?? Number.NaN;
    takenMs[at] = taken < 0 ? Number.NaN : taken;
  }
  const annotator = sharedInts(picked.length).fill(rows.annotator);
  return { case: cases, annotator, completedAtMs, takenMs };
}
