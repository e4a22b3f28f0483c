import type { Progress } from '../../contract/evaluation-results.ts';
import type { StudyFrame } from '../../domain/results/study-ledger.ts';
import type { Queryable } from '../../storage/database.ts';
import type { HumanEvaluation } from '../../storage/human-evaluations.ts';
import {
  listStudyAnnotators,
  type StudyAnnotator,
  writeAnnotatorLines,
  writeStudyLines,
} from '../../storage/study-rows.ts';
import { Pace } from '../pace.ts';
import type { LoadedStudy, StudySource } from './compute-results.ts';
import { loadProgress } from './load-progress.ts';
import { loadLengths } from './load-texts.ts';
import { StudyColumns } from './study-columns.ts';
import { frameOf, questionsOf } from './study-frame.ts';

/** An evaluation at this moment: how far it has come, and what its results are computed from. */
export interface CurrentStudy {
  readonly progress: Progress;
  readonly source: StudySource;
}

export async function findStudy(db: Queryable, evaluation: HumanEvaluation): Promise<CurrentStudy> {
  const { id, standing } = evaluation;
  const [progress, annotators] = await Promise.all([
    loadProgress(db, evaluation),
    listStudyAnnotators(db, standing.workspaceId, id),
  ]);
  const changes = annotators.reduce((sum, annotator) => sum + annotator.judgement_changes, 0);
  const frame = frameOf(evaluation, progress);
  const ids = annotators.map((annotator) => annotator.id);
  const wanted = { evaluation, annotators, frame: { ...frame, annotators: ids } };
  const source: StudySource = {
    evaluationId: id,
    version: JSON.stringify([changes, frame]),
    load: (kept) => loadStudy(db, wanted, kept),
  };
  return { progress, source };
}

interface WantedStudy {
  readonly evaluation: HumanEvaluation;
  readonly annotators: readonly StudyAnnotator[];
  readonly frame: StudyFrame;
}

/**
 * Reads what changed since the kept version, or everything. What changes meanwhile may be read or
 * not: the count it is kept under was taken before, so that the next version reads it again.
 */
async function loadStudy(
  db: Queryable,
  wanted: WantedStudy,
  kept: LoadedStudy | undefined,
): Promise<LoadedStudy> {
  const { evaluation, annotators, frame } = wanted;
  const columns = new StudyColumns(questionsOf(evaluation, frame));
  const reader = { db, evaluation, columns, pace: new Pace() };
  const changed = annotators.filter(({ id, judgement_changes }) => {
    return kept?.changes.get(id) !== judgement_changes;
  });
  if (kept !== undefined && isUsable(kept, frame) && isLittle(changed)) {
    columns.addUnchanged(kept.study, new Set(changed.map(({ id }) => id)));
    for (const { id } of changed) await readAnnotator(reader, id);
  } else {
    await readEverything(reader, frame.cases);
  }
  return {
    study: { ...frame, ...columns.finish(), lengths: await loadLengths(db, evaluation) },
    changes: new Map(annotators.map(({ id, judgement_changes }) => [id, judgement_changes])),
  };
}

/** Answers are coded by the criteria that were asked. */
function isUsable({ study }: LoadedStudy, { criteria, cases }: StudyFrame): boolean {
  return study.cases === cases && JSON.stringify(study.criteria) === JSON.stringify(criteria);
}

/** About as many judgements as the embedded engine reads without keeping others waiting. */
const JUDGEMENTS_AT_ONCE = 5000;

/** Nobody has more judgements than they made changes. */
function isLittle(changed: readonly StudyAnnotator[]): boolean {
  const most = changed.reduce((sum, { judgement_changes }) => sum + judgement_changes, 0);
  return most <= 2 * JUDGEMENTS_AT_ONCE;
}

async function readAnnotator(reader: StudyReader, annotatorId: string): Promise<void> {
  const { db, evaluation, columns, pace } = reader;
  const whose = { evaluationId: evaluation.id, annotatorId };
  columns.addLines(await writeAnnotatorLines(db, evaluation.standing.workspaceId, whose));
  await pace.keep();
}

/** A database server answers two statements at a time as fast as one. */
async function readEverything(reader: StudyReader, cases: number): Promise<void> {
  const middle = Math.ceil(cases / 2);
  await Promise.all([readScenarios(reader, 0, middle), readScenarios(reader, middle, cases)]);
}

interface StudyReader {
  readonly db: Queryable;
  readonly evaluation: HumanEvaluation;
  readonly columns: StudyColumns;
  readonly pace: Pace;
}

async function readScenarios(reader: StudyReader, from: number, to: number): Promise<void> {
  const { db, evaluation, columns, pace } = reader;
  let batch = 16;
  for (let first = from; first < to; ) {
    const lastPosition = Math.min(to, first + batch) - 1;
    const range = { evaluationId: evaluation.id, firstPosition: first, lastPosition };
    const lines = await writeStudyLines(db, evaluation.standing.workspaceId, range);
    const judgements = columns.addLines(lines);
    first += batch;
    batch = nextBatch(batch, judgements);
    await pace.keep();
  }
}

/** By what the last scenarios held, and never many more than they were. */
function nextBatch(batch: number, judgements: number): number {
  const fitting = Math.floor((JUDGEMENTS_AT_ONCE * batch) / Math.max(1, judgements));
  return Math.max(1, Math.min(8 * batch, fitting, JUDGEMENTS_AT_ONCE));
}
