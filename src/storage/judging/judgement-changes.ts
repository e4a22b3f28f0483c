import { findRow, type Transaction } from '../database.ts';
import { knewVariants } from '../identity/memberships.ts';
import { statement } from '../statement.ts';
import { isOfAnnotator } from './annotator-of-task.ts';
import {
  OWN_JUDGEMENT,
  OWN_JUDGEMENT_COLUMNS,
  type OwnJudgement,
  toOwnJudgement,
} from './judgements.ts';

const FIND_JUDGEMENT = statement(
  `SELECT ${OWN_JUDGEMENT} FROM judgements j
   WHERE j.workspace_id = $1 AND j.task_id = $2 AND ${isOfAnnotator('j', '$3')}`,
  OWN_JUDGEMENT_COLUMNS,
);

export async function findJudgement(
  tx: Transaction,
  workspaceId: string,
  { taskId, annotatorId }: { taskId: string; annotatorId: string },
): Promise<OwnJudgement | undefined> {
  const row = await findRow(tx, FIND_JUDGEMENT, [workspaceId, taskId, annotatorId]);
  return row && toOwnJudgement(row);
}

export interface NewJudgement extends OwnJudgement {
  readonly evaluationId: string;
  readonly scenarioId: string;
  readonly taskId: string;
  readonly annotatorId: string;
  /** Which variant was shown left, if known. */
  readonly side: number | null;
  /** Whether the annotator knows the variants now; the statement adds what they knew earlier. */
  readonly sawNames: boolean;
}

/** Only the note has changed, so the judgement keeps its time. */
const HAS_SAME_VERDICT = ['counts', 'outcome', 'winner', 'score', 'answers']
  .map((column) => `judgements.${column} IS NOT DISTINCT FROM excluded.${column}`)
  .join(' AND ');

const UPSERT_JUDGEMENT = statement(
  `INSERT INTO judgements (workspace_id, id, evaluation_id, scenario_id, task_id, annotator_id,
     version, counts, outcome, winner, named_by, side, score, answers, note, time_taken_ms,
     guidelines_version, created_at, judged_at, saw_names, position, first_variant, second_variant)
   SELECT t.workspace_id, $2, $3, s.id, t.id, $6, $18, $7, $8, $9, $10, $11, $12, $13, $14, $15,
     $16, $17, $17,
     CASE WHEN CAST($19 AS integer) = 1 OR ${knewVariants('$6')} OR EXISTS (
       SELECT 1 FROM guests g WHERE g.id = $6 AND g.saw_names = 1) THEN 1 ELSE 0 END,
     s.position, t.first_variant, t.second_variant
   FROM tasks t JOIN scenarios s ON s.workspace_id = t.workspace_id AND s.id = $4
     JOIN human_evaluations e ON e.workspace_id = t.workspace_id AND e.id = $3
   WHERE t.workspace_id = $1 AND t.id = $5
   ON CONFLICT (workspace_id, task_id, annotator_id) DO UPDATE SET
     version = excluded.version, counts = excluded.counts, outcome = excluded.outcome,
     winner = excluded.winner, named_by = excluded.named_by,
     side = COALESCE(excluded.side, judgements.side), score = excluded.score,
     answers = excluded.answers, note = excluded.note, time_taken_ms = excluded.time_taken_ms,
     guidelines_version = excluded.guidelines_version,
     judged_at = CASE WHEN ${HAS_SAME_VERDICT} THEN judgements.judged_at
       ELSE excluded.judged_at END,
     saw_names = CASE WHEN judgements.saw_names = 1 THEN 1 ELSE excluded.saw_names END,
     first_variant = excluded.first_variant, second_variant = excluded.second_variant`,
  {},
);

const INSERT_VERSION = statement(
  `INSERT INTO judgement_versions (workspace_id, judgement_id, version, content, created_at)
   VALUES ($1, $2, $3, $4, $5)`,
  {},
);

/** Makes this version the current one; earlier ones stay. */
export async function upsertJudgement(
  tx: Transaction,
  workspaceId: string,
  judgement: NewJudgement,
): Promise<void> {
  const current = tx.query(UPSERT_JUDGEMENT, [
    workspaceId,
    judgement.id,
    judgement.evaluationId,
    judgement.scenarioId,
    judgement.taskId,
    judgement.annotatorId,
    judgement.counts ? 1 : 0,
    judgement.outcome,
    judgement.winner,
    judgement.namedBy,
    judgement.side,
    judgement.score === null ? null : String(judgement.score),
    JSON.stringify(judgement.answers),
    judgement.note,
    judgement.timeTakenMs,
    judgement.guidelinesVersion,
    judgement.judgedAt,
    judgement.version,
    judgement.sawNames ? 1 : 0,
  ]);
  const content = JSON.stringify(versionContent(judgement));
  const version = tx.query(INSERT_VERSION, [
    workspaceId,
    judgement.id,
    judgement.version,
    content,
    judgement.judgedAt,
  ]);
  await Promise.all([current, version]);
}

function versionContent(judgement: NewJudgement): object {
  return {
    withdrawn: !judgement.counts,
    outcome: judgement.outcome,
    winner: judgement.winner,
    named_by: judgement.namedBy,
    score: judgement.score,
    answers: judgement.answers,
    note: judgement.note,
    time_taken_ms: judgement.timeTakenMs,
    guidelines_version: judgement.guidelinesVersion,
  };
}
