import type { Progress } from '../../contract/evaluation-results.ts';
import type { StudyData } from '../../domain/results/study-data.ts';
import type { StudyFrame } from '../../domain/results/study-ledger.ts';
import type { Queryable } from '../../storage/database.ts';
import type { HumanEvaluation } from '../../storage/human-evaluations.ts';
import { listStudyAnnotators, writeStudyLines } from '../../storage/study-rows.ts';
import { Pace } from '../pace.ts';
import type { StudySource } from './compute-results.ts';
import { loadProgress } from './load-progress.ts';
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
  const source = {
    evaluationId: id,
    judgements: progress.judgements,
    version: JSON.stringify([changes, frame]),
    load: () => loadStudy(db, evaluation, { ...frame, annotators: ids }),
  };
  return { progress, source };
}

/** About as many judgements as the embedded engine reads without keeping others waiting. */
const JUDGEMENTS_AT_ONCE = 5000;

/**
 * What changes meanwhile may be read or not: the version has moved on then, and nobody is answered
 * from this study later.
 */
async function loadStudy(
  db: Queryable,
  evaluation: HumanEvaluation,
  frame: StudyFrame,
): Promise<StudyData> {
  const columns = new StudyColumns(questionsOf(evaluation, frame));
  const middle = Math.ceil(frame.cases / 2);
  const reader = { db, evaluation, columns, pace: new Pace() };
  // A database server answers two statements at a time as fast as one.
  await Promise.all([
    readScenarios(reader, 0, middle),
    readScenarios(reader, middle, frame.cases),
  ]);
  return { ...frame, ...columns.finish() };
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
