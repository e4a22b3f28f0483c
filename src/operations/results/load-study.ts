import type { Progress } from '../../contract/evaluation-results.ts';
import type { StudyData } from '../../domain/results/study-data.ts';
import type { StudyFrame } from '../../domain/results/study-ledger.ts';
import type { Queryable } from '../../storage/database.ts';
import type { HumanEvaluation } from '../../storage/human-evaluations.ts';
import { listStudyAnnotators, listStudyRows } from '../../storage/study-rows.ts';
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
    version: JSON.stringify([changes, frame]),
    load: () => loadStudy(db, evaluation, { ...frame, annotators: ids }),
  };
  return { progress, source };
}

/** About as many judgements as the embedded engine reads without keeping others waiting. */
const JUDGEMENTS_AT_ONCE = 1000;

/**
 * Reads the judgements scenario by scenario. What changes meanwhile may be read or not: the version
 * has moved on then, and nobody is answered from this study later.
 */
async function loadStudy(
  db: Queryable,
  evaluation: HumanEvaluation,
  frame: StudyFrame,
): Promise<StudyData> {
  const columns = new StudyColumns(questionsOf(evaluation, frame));
  const pace = new Pace();
  let batch = 1;
  for (let first = 0; first < frame.cases; ) {
    const rows = await listStudyRows(db, evaluation.standing.workspaceId, {
      evaluationId: evaluation.id,
      firstPosition: first,
      lastPosition: first + batch - 1,
    });
    for (const row of rows) columns.add(row);
    first += batch;
    batch = nextBatch(batch, rows.length);
    await pace.keep();
  }
  return { ...frame, ...columns.finish() };
}

/** By what the last scenarios held, and never many more than they were. */
function nextBatch(batch: number, judgements: number): number {
  const fitting = Math.floor((JUDGEMENTS_AT_ONCE * batch) / Math.max(1, judgements));
  return Math.max(1, Math.min(4 * batch, fitting, JUDGEMENTS_AT_ONCE));
}
