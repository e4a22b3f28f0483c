import type { LoadedStudy, StudySource } from '../../../compute/compute-results.ts';
import { readPart, type StudyPart } from '../../../compute/read-part.ts';
import type { Compute } from '../../../compute/results-job.ts';
import type { JudgedStudy } from '../../../compute/study-columns.ts';
import { frameOf, questionsOf } from '../../../compute/study-frame.ts';
import type { Progress } from '../../../contract/results/evaluation-results.ts';
import type { StudyFrame } from '../../../domain/results/study-data.ts';
import type { TalliedOutcomes } from '../../../domain/results/tally-outcomes.ts';
import type { Queryable } from '../../../storage/database.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import type { Tallies } from '../../../storage/judging/vote-tallies.ts';
import { listStudyAnnotators, type StudyAnnotator } from '../../../storage/results/study-rows.ts';
import { loadProgress } from '../../evaluations/parts/load-progress.ts';
import { Pace } from '../../pace.ts';
import { loadLengths } from './load-texts.ts';

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
    askedBy: standing.userId,
    version: JSON.stringify([changes, frame]),
    load: (loading) => loadStudy(db, wanted, loading),
  };
  return { progress, source };
}

type Loading = Parameters<StudySource['load']>[0];

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
  wanted: WantedStudy,
  { kept, compute, readBy }: Loading,
): Promise<LoadedStudy> {
  const { evaluation, annotators, frame } = wanted;
  const usable = kept !== undefined && isUsable(kept, frame) ? kept : undefined;
  const changes = new Map(annotators.map(({ id, judgement_changes }) => [id, judgement_changes]));
  const isChanged = (id: string): boolean => usable?.changes.get(id) !== changes.get(id);
  // One for all that is read: each for itself would let the others wait as often.
  const pace = new Pace();
  const changed = [...annotators.entries()].filter(([, { id }]) => isChanged(id));
  const reading = changed.flatMap((entry) => partsOf(evaluation, entry));
  const [parts, lengths] = await Promise.all([
    readBy === 'threads'
      ? Promise.all(reading.map((part) => compute({ kind: 'read', part })))
      : readParts({ db, compute, pace }, reading),
    loadLengths(db, evaluation, pace),
  ]);
  const place = new Map(frame.annotators.map((id, index) => [id, index]));
  const unchanged = usable && {
    study: usable.study,
    places: Int32Array.from(usable.study.annotators, (id) =>
      isChanged(id) ? -1 : (place.get(id) ?? -1),
    ),
  };
  const compared =
    frame.kind === 'comparison'
      ? { variants: frame.variants.length, cases: frame.cases }
      : undefined;
  const joined = await compute({ kind: 'join', parts: { parts, unchanged }, compared });
  const { judged, tallied } = joined;
  return {
    study: { ...frame, ...judged, lengths },
    changes,
    tallies: tallied && talliesOf(tallied),
  };
}

function talliesOf({ outcomes, unjudgedCases }: TalliedOutcomes): Tallies {
  return { outcomes, scores: [], unjudgedScenarios: unjudgedCases };
}

/** Answers are coded by the criteria that were asked. */
function isUsable({ study }: LoadedStudy, { criteria, cases }: StudyFrame): boolean {
  return study.cases === cases && JSON.stringify(study.criteria) === JSON.stringify(criteria);
}

/** About as many as the embedded engine reads without keeping others waiting. */
const JUDGEMENTS_AT_ONCE = 5000;

function partsOf(
  evaluation: HumanEvaluation,
  [annotator, { id: annotatorId, judgement_changes }]: readonly [number, StudyAnnotator],
): readonly StudyPart[] {
  const { id: evaluationId, type, scenarioCount, settings } = evaluation;
  const { workspaceId } = evaluation.standing;
  const questions = questionsOf(evaluation);
  const kind = type === 'human_a_b_testing' ? 'compared' : 'scored';
  const upTo = settings.criteria.length === 0 ? kind : (`${kind} and answered` as const);
  // Nobody has more judgements than they made changes.
  const reads = Math.ceil(judgement_changes / JUDGEMENTS_AT_ONCE);
  const scenarios = Math.ceil(scenarioCount / reads);
  const parts: StudyPart[] = [];
  for (let firstPosition = 0; firstPosition < scenarioCount; firstPosition += scenarios) {
    const lastPosition = firstPosition + scenarios - 1;
    const range = { evaluationId, annotatorId, firstPosition, lastPosition, upTo } as const;
    parts.push({ workspaceId, range, annotator, questions });
  }
  return parts;
}

interface PartReader {
  readonly db: Queryable;
  readonly compute: Compute;
  readonly pace: Pace;
}

/** Two for each connection to a server: it writes the next while we receive the last. */
const READ_AT_A_TIME = 4;

async function readParts(
  reader: PartReader,
  parts: readonly StudyPart[],
): Promise<readonly JudgedStudy[]> {
  const turns = Array.from({ length: READ_AT_A_TIME }, (_, turn) =>
    parts.filter((_part, place) => place % READ_AT_A_TIME === turn),
  );
  const columns = await Promise.all(turns.map((own) => readInTurn(reader, own)));
  return Promise.all(columns.flat());
}

/** What is read goes to a thread at once, which makes columns of it while the rest is read. */
async function readInTurn(
  { db, compute, pace }: PartReader,
  parts: readonly StudyPart[],
): Promise<readonly Promise<JudgedStudy>[]> {
  const columns: Promise<JudgedStudy>[] = [];
  for (const part of parts) {
    await pace.keep();
    const making = compute({ kind: 'columns', written: await readPart(db, part) });
    // It is waited for when all are read; until then nobody would hear of its failure.
    making.catch(() => undefined);
    columns.push(making);
  }
  return columns;
}
