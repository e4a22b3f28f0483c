import type { FullCriterion } from '../contract/evaluations/evaluation-settings.ts';
import type { CriterionAnswer } from '../domain/judging/criterion-answers.ts';
import type { Tallies } from '../domain/judging/vote-tallies.ts';
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
  type Slice,
  type StudyData,
  type StudyFrame,
  TIE,
  type Votes,
} from '../domain/results/study-data.ts';
import { tallyOutcomes } from '../domain/results/tally-outcomes.ts';
import type { Queryable } from '../storage/database.ts';
import { countJudgements } from '../storage/judging/vote-tallies.ts';
import {
  listJudgedInputs,
  listStudyColumns,
  SHOWN_FIRST,
  SHOWN_SECOND,
  type StudyRange,
  type WrittenColumns,
  writeOutputSizes,
} from '../storage/results/study-rows.ts';
import type { Versioned } from './version-cache.ts';

/** All that another thread needs to read a study. */
export interface DescribedStudy extends Versioned {
  readonly workspaceId: string;
  /** The user whose share of the threads the work takes. */
  readonly askedBy: string;
  readonly frame: StudyFrame;
  readonly questions: StudyQuestions;
}

/** The criteria by which scores and answers are read. */
export interface StudyQuestions {
  /** The place of the overall score among the criteria; undefined where outputs are compared. */
  readonly overallScore: number | undefined;
  /** Criteria that are answered for each output, by name. */
  readonly criteria: ReadonlyMap<string, { readonly index: number; readonly asked: FullCriterion }>;
}

/**
 * The whole study, from the judgements that count now. It may or may not include changes made
 * meanwhile: the version was taken before, so the next version reads them again.
 */
export async function readStudy(db: Queryable, study: DescribedStudy): Promise<StudyData> {
  const { workspaceId, evaluationId, frame, questions } = study;
  const kind = frame.kind === 'comparison' ? 'compared' : 'scored';
  const columns = questions.criteria.size === 0 ? kind : (`${kind} and answered` as const);
  const [written, lengths] = await Promise.all([
    listStudyColumns(db, workspaceId, { evaluationId, columns }),
    readLengths(db, study),
  ]);
  return { ...frame, ...judgementsOf(written, frame.annotators, questions), slices: [], lengths };
}

/** Outcomes are counted among the rows of the study, so that counts and statistics agree. */
export async function readTallies(
  db: Queryable,
  { workspaceId, evaluationId }: DescribedStudy,
  study: StudyData,
): Promise<Tallies> {
  if (study.kind === 'comparison') return tallyOutcomes(study);
  return countJudgements(db, workspaceId, evaluationId);
}

/** The value of an input in each judged scenario; null for those without it. */
export async function readLabels(
  db: Queryable,
  { workspaceId, evaluationId, frame }: DescribedStudy,
  input: string,
): Promise<Slice['labels']> {
  const labels = Array.from<string | null>({ length: frame.cases }).fill(null);
  for (const range of rangesOf(evaluationId, frame)) {
    for (const { position, inputs } of await listJudgedInputs(db, workspaceId, range)) {
      const found = inputs.find(({ input_name }) => input_name === input);
      labels[position] = found?.input_value ?? null;
    }
  }
  return labels;
}

/**
 * Sizes of the outputs of judged scenarios at position · variants + variant, NaN where an output is
 * missing; null when all are. A judged text does not change.
 */
async function readLengths(
  db: Queryable,
  { workspaceId, evaluationId, frame }: DescribedStudy,
): Promise<Float64Array | null> {
  const variants = frame.variants.length;
  const lengths = new Float64Array(frame.cases * variants).fill(Number.NaN);
  let known = 0;
  for (const range of rangesOf(evaluationId, frame)) {
    const numbers = (await writeOutputSizes(db, workspaceId, range)).split(' ');
    for (let at = 0; at + 2 < numbers.length; at += 3) {
      const place = Number(numbers[at]) * variants + Number(numbers[at + 1]);
      lengths[place] = Number(numbers[at + 2]);
      known += 1;
    }
  }
  return known === 0 ? null : lengths;
}

/** Bounds the memory of a read, whatever the number of scenarios. */
const SCENARIOS_AT_ONCE = 5000;

function* rangesOf(evaluationId: string, { cases }: StudyFrame): Generator<StudyRange> {
  for (let firstPosition = 0; firstPosition < cases; firstPosition += SCENARIOS_AT_ONCE) {
    yield { evaluationId, firstPosition, lastPosition: firstPosition + SCENARIOS_AT_ONCE - 1 };
  }
}

/** The judgements of a study as columns, from the columns that the database wrote per annotator. */
function judgementsOf(
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

/** A column that the database wrote as a JSON array. */
function parsed<Value>(column: string | null | undefined): readonly Value[] {
  return typeof column === 'string' ? JSON.parse(column) : [];
}

/** Columns that every judgement has. */
interface Rows {
  readonly annotators: readonly number[];
  readonly positions: readonly number[];
  readonly takenMs: readonly number[];
  readonly judgedAt: readonly number[];
}

/** Codes that the database writes for outcomes without a winner. */
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
  // The queue hands out all pairs of a scenario with equal probability.
  const probability = new Float64Array(picked.length).fill(Number.NaN);
  return { ...judgedOf(rows, picked), left, right, outcome, probability };
}

function outcomeOf(chosen: number, left: number): number {
  if (chosen === TIED) return TIE;
  if (chosen === NEITHER_GOOD) return BOTH_BAD;
  return chosen === left ? LEFT_BETTER : RIGHT_BETTER;
}

/**
 * A vote through the original routes is a choice among all variants; which side showed which is
 * not known.
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
