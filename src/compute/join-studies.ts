import { pickBytes, pickDoubles, pickInts, rowsWhere } from '../domain/results/columns.ts';
import type { Judged } from '../domain/results/study-data.ts';
import { sharedBytes, sharedDoubles, sharedInts } from './shared-columns.ts';
import type { JudgedStudy } from './study-columns.ts';

export interface StudyParts {
  readonly parts: readonly JudgedStudy[];
  readonly unchanged: UnchangedRows | undefined;
}

/** Rows of an earlier study that are still as they were. */
interface UnchangedRows {
  readonly study: JudgedStudy;
  /** The number that each of its annotators has now; −1 for those whose rows are left out. */
  readonly places: Int32Array;
}

/** One study of all parts, in memory that threads share: several read it, and the next is made from it. */
export function joinStudies({ parts, unchanged }: StudyParts): JudgedStudy {
  const all = unchanged === undefined ? parts : [stayingRows(unchanged), ...parts];
  const votes = all.map((part) => part.votes);
  const choices = all.map((part) => part.choices);
  const scores = all.map((part) => part.scores);
  return {
    votes: {
      ...joinJudged(votes),
      left: joinInts(votes.map(({ left }) => left)),
      right: joinInts(votes.map(({ right }) => right)),
      outcome: joinBytes(votes.map(({ outcome }) => outcome)),
      probability: joinDoubles(votes.map(({ probability }) => probability)),
    },
    choices: { ...joinJudged(choices), chosen: joinInts(choices.map(({ chosen }) => chosen)) },
    scores: {
      ...joinJudged(scores),
      variant: joinInts(scores.map(({ variant }) => variant)),
      criterion: joinInts(scores.map(({ criterion }) => criterion)),
      value: joinDoubles(scores.map(({ value }) => value)),
    },
  };
}

function stayingRows({ study: { votes, choices, scores }, places }: UnchangedRows): JudgedStudy {
  const rowsOf = ({ annotator }: Judged) =>
    rowsWhere(annotator.length, (row) => (places[annotator[row] ?? -1] ?? -1) >= 0);
  const voted = rowsOf(votes);
  const chosen = rowsOf(choices);
  const scored = rowsOf(scores);
  return {
    votes: {
      ...pickJudged(votes, voted, places),
      left: pickInts(votes.left, voted),
      right: pickInts(votes.right, voted),
      outcome: pickBytes(votes.outcome, voted),
      probability: pickDoubles(votes.probability, voted),
    },
    choices: {
      ...pickJudged(choices, chosen, places),
      chosen: pickInts(choices.chosen, chosen),
    },
    scores: {
      ...pickJudged(scores, scored, places),
      variant: pickInts(scores.variant, scored),
      criterion: pickInts(scores.criterion, scored),
      value: pickDoubles(scores.value, scored),
    },
  };
}

function pickJudged(judged: Judged, rows: Int32Array, places: Int32Array): Judged {
  return {
    case: pickInts(judged.case, rows),
    annotator: pickInts(places, pickInts(judged.annotator, rows)),
    completedAtMs: pickDoubles(judged.completedAtMs, rows),
    takenMs: pickDoubles(judged.takenMs, rows),
  };
}

function joinJudged(tables: readonly Judged[]): Judged {
  return {
    case: joinInts(tables.map((judged) => judged.case)),
    annotator: joinInts(tables.map(({ annotator }) => annotator)),
    completedAtMs: joinDoubles(tables.map(({ completedAtMs }) => completedAtMs)),
    takenMs: joinDoubles(tables.map(({ takenMs }) => takenMs)),
  };
}

function joinInts(columns: readonly Int32Array[]): Int32Array {
  return fill(sharedInts(lengthOf(columns)), columns);
}

function joinBytes(columns: readonly Uint8Array[]): Uint8Array {
  return fill(sharedBytes(lengthOf(columns)), columns);
}

function joinDoubles(columns: readonly Float64Array[]): Float64Array {
  return fill(sharedDoubles(lengthOf(columns)), columns);
}

function lengthOf(columns: readonly ArrayLike<number>[]): number {
  return columns.reduce((sum, { length }) => sum + length, 0);
}

function fill<Column extends Int32Array | Uint8Array | Float64Array>(
  joined: Column,
  columns: readonly ArrayLike<number>[],
): Column {
  let at = 0;
  for (const column of columns) {
    joined.set(column, at);
    at += column.length;
  }
  return joined;
}
