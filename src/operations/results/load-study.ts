import type { Progress } from '../../contract/evaluation-results.ts';
import type { StudyFrame } from '../../domain/results/study-data.ts';
import type { Queryable } from '../../storage/database.ts';
import type { HumanEvaluation } from '../../storage/human-evaluations.ts';
import {
  listStudyAnnotators,
  type StudyAnnotator,
  writeStudyLines,
} from '../../storage/study-rows.ts';
import { Pace } from '../pace.ts';
import type { LoadedStudy, StudySource } from './compute-results.ts';
import { loadProgress } from './load-progress.ts';
import { loadLengths } from './load-texts.ts';
import type { AnnotatorLines, WrittenStudy } from './study-columns.ts';
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
    load: (loading) => loadStudy(db, wanted, loading),
  };
  return { progress, source };
}

interface WantedStudy {
  readonly evaluation: HumanEvaluation;
  readonly annotators: readonly StudyAnnotator[];
  readonly frame: StudyFrame;
}

/**
 * Reads who judged since the kept version, or everybody. What changes meanwhile may be read or not:
 * the count it is kept under was taken before, so that the next version reads it again.
 */
async function loadStudy(
  db: Queryable,
  { evaluation, annotators, frame }: WantedStudy,
  { kept, arrange }: Parameters<StudySource['load']>[0],
): Promise<LoadedStudy> {
  const usable = kept !== undefined && isUsable(kept, frame) ? kept : undefined;
  const changed = annotators.filter(({ id, judgement_changes }) => {
    return usable?.changes.get(id) !== judgement_changes;
  });
  const [lengths, ...lines] = await Promise.all([
    loadLengths(db, evaluation),
    ...inHalves(changed).map((half) => readAnnotators(db, evaluation, half)),
  ]);
  const written: WrittenStudy = {
    questions: questionsOf(evaluation, frame),
    lines: lines.flat(),
    unchanged: usable && { study: usable.study, but: changed.map(({ id }) => id) },
  };
  return {
    study: { ...frame, ...(await arrange(written)), lengths },
    changes: new Map(annotators.map(({ id, judgement_changes }) => [id, judgement_changes])),
  };
}

/** Answers are coded by the criteria that were asked. */
function isUsable({ study }: LoadedStudy, { criteria, cases }: StudyFrame): boolean {
  return study.cases === cases && JSON.stringify(study.criteria) === JSON.stringify(criteria);
}

/** A database server answers two statements at a time as fast as one. */
function inHalves<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}

/** About as many as the embedded engine reads without keeping others waiting. */
const JUDGEMENTS_AT_ONCE = 5000;

async function readAnnotators(
  db: Queryable,
  evaluation: HumanEvaluation,
  annotators: readonly StudyAnnotator[],
): Promise<readonly AnnotatorLines[]> {
  const { id: evaluationId, scenarioCount, settings, standing } = evaluation;
  const upTo = settings.criteria.length === 0 ? 'outcomes' : 'answers';
  const pace = new Pace();
  const found: AnnotatorLines[] = [];
  for (const { id: annotatorId, judgement_changes } of annotators) {
    // Nobody has more judgements than they made changes.
    const reads = Math.ceil(judgement_changes / JUDGEMENTS_AT_ONCE);
    const scenarios = Math.ceil(scenarioCount / reads);
    for (let firstPosition = 0; firstPosition < scenarioCount; firstPosition += scenarios) {
      const lastPosition = firstPosition + scenarios - 1;
      const range = { evaluationId, annotatorId, firstPosition, lastPosition, upTo } as const;
      const lines = await writeStudyLines(db, standing.workspaceId, range);
      found.push({ annotatorId, lines });
      await pace.keep();
    }
  }
  return found;
}
