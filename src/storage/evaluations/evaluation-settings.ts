import type { EvaluationType } from '../../contract/evaluations/evaluation-settings.ts';
import type { StoredSettings } from '../../domain/evaluations/evaluation-settings.ts';
import { findRow, type Queryable } from '../database.ts';
import { statement } from '../statement.ts';
import { asJson, asWord, workspaceWriter } from '../writers.ts';

const FIND_SETTINGS_PARTS = statement(
  `SELECT g.guidelines,
     (SELECT COUNT(*) FROM scenarios s WHERE s.workspace_id = $1 AND s.evaluation_id = $2
        AND s.is_complete = 0) AS incomplete
   FROM evaluation_guidelines g
   WHERE g.workspace_id = $1 AND g.evaluation_id = $2 AND g.version = $3`,
  { guidelines: 'text', incomplete: 'integer' },
);

/** The settings of an evaluation that other tables hold. */
export interface SettingsParts {
  readonly guidelines: string;
  /** Scenarios that lack judgements. */
  readonly incomplete: number;
}

export async function findSettingsParts(
  db: Queryable,
  workspaceId: string,
  { id, guidelinesVersion }: { id: string; guidelinesVersion: number },
): Promise<SettingsParts> {
  const row = await findRow(db, FIND_SETTINGS_PARTS, [workspaceId, id, guidelinesVersion]);
  return { guidelines: row?.guidelines ?? '', incomplete: row?.incomplete ?? 0 };
}

const FIND_JUDGEMENT = statement(
  `SELECT id FROM judgements
   WHERE workspace_id = $1 AND evaluation_id = $2 AND counts = 1 LIMIT 1`,
  { id: 'text' },
);

/** Whether any annotator has judged; withdrawn judgements do not count. */
export async function hasJudgements(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<boolean> {
  return (await findRow(db, FIND_JUDGEMENT, [workspaceId, evaluationId])) !== undefined;
}

export const updateSettings = workspaceWriter(
  `UPDATE human_evaluations SET type = $3, settings = $4, judgements_per_task = $5,
     guidelines_version = $6, updated_at = $7,
     first_closed_at = COALESCE(first_closed_at, CASE WHEN EXISTS (SELECT 1 FROM tasks t
       WHERE t.workspace_id = $1 AND t.queue_id = human_evaluations.queue_id) THEN CAST($8 AS bigint) END)
   WHERE workspace_id = $1 AND id = $2`,
  {
    id: 'text',
    type: asWord<EvaluationType>,
    settings: asJson<StoredSettings>,
    judgementsPerTask: 'integer',
    guidelinesVersion: 'integer',
    updatedAt: 'integer',
    /** Until when members could see which variant made an output; null if it was blind before. */
    openUntil: 'integer?',
  },
);
