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

/** What rows are read by. */
export interface StudyQuestions {
  /** The place of the overall score among the criteria; undefined where outputs are compared. */
  readonly overallScore: number | undefined;
  /** Criteria that are answered for each output, by the name they are answered under. */
  readonly criteria: ReadonlyMap<string, { readonly index: number; readonly asked: FullCriterion }>;
}

/** The judgements of a study as columns, from what the database wrote for each annotator. */
export function judgementsOf(
  written: readonly WrittenColumns[],
  annotators: readonly string[],
  questions: StudyQuestions,
): Pick<StudyData, 'votes' | 'choices' | 'scores'> {
  const places = new Map(annotators.map((id, place) => [id, place]));
  // An annotator who first judged after the list was made belongs to the next version.
  const listed = written.filter(({ annotator }) => places.has(annotator ?? ''));
  const all = <Value>(name: keyof WrittenColumns) =>
    listed.flatMap((columns) => parsed<Value>(columns[name]));
  const rows = {
    annotators: listed.flatMap(({ annotator, positions }) =>
      parsed(positions).map(() => places.get(annotator ?? '') ?? -1),
    ),
    positions: all<number>('positions'),
    takenMs: all<number>('taken_ms'),
    judgedAt: all<number>('judged_at'),
  };
  const shown = all<number>('shown');
  const chosen = all<number>('chosen');
  const given = [
    ...overallScores(all('variants'), all('scores'), questions),
    ...answeredScores(all('answers'), questions),
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
  readonly annotators: readonly number[];
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
  const left = new Int32Array(picked.length);
  const right = new Int32Array(picked.length);
  const outcome = new Uint8Array(picked.length);
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
  const probability = new Float64Array(picked.length).fill(Number.NaN);
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
  const chosen = new Int32Array(picked.length);
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
  const variant = new Int32Array(given.length);
  const criterion = new Int32Array(given.length);
  const value = new Float64Array(given.length);
  for (const [at, score] of given.entries()) {
    variant[at] = score.variant;
    criterion[at] = score.criterion;
    value[at] = score.value;
  }
  return { ...judgedOf(rows, picked), variant, criterion, value };
}

function judgedOf(rows: Rows, picked: Int32Array): Judged {
  const cases = new Int32Array(picked.length);
  const annotator = new Int32Array(picked.length);
  const completedAtMs = new Float64Array(picked.length);
  const takenMs = new Float64Array(picked.length);
  for (let at = 0; at < picked.length; at += 1) {
    const row = picked[at] ?? 0;
    const taken = rows.takenMs[row] ?? -1;
    cases[at] = rows.positions[row] ?? 0;
    annotator[at] = rows.annotators[row] ?? -1;
    completedAtMs[at] = rows.judgedAt[row] ?? Number.NaN;
    takenMs[at] = taken < 0 ? Number.NaN : taken;
  }
  return { case: cases, annotator, completedAtMs, takenMs };
}
