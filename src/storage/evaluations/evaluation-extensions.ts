import type { ScenarioInput } from '../../contract/evaluations/scenarios.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { json, statement } from '../statement.ts';
import { workspaceWriter, writer } from '../writers.ts';
import { deleteUnpublishedEvaluation } from './evaluation-removal.ts';
import type { ScenarioSpan } from './queues.ts';

const COUNT_JUDGEMENTS = statement(
  `SELECT COALESCE(SUM(judged), 0) AS judgements FROM evaluation_annotators
   WHERE workspace_id = $1 AND evaluation_id = $2`,
  { judgements: 'integer' },
);

/** All judgements that count, of all annotators. */
export async function countJudgements(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<number> {
  return (await findRow(db, COUNT_JUDGEMENTS, [workspaceId, evaluationId]))?.judgements ?? 0;
}

/** Stores the original plan before the first extension changes it. */
export const keepPlan = writer<[workspaceId: string, evaluationId: string]>(
  `UPDATE human_evaluations SET plan_scenarios = scenario_count,
     plan_judgements_per_task = judgements_per_task
   WHERE workspace_id = $1 AND id = $2 AND plan_scenarios IS NULL`,
);

const LIST_INPUTS = statement(
  `SELECT inputs FROM scenarios
   WHERE workspace_id = $1 AND evaluation_id = $2 AND position BETWEEN $3 AND $4`,
  { inputs: json<readonly ScenarioInput[]> },
);

/** The inputs of a span of scenarios. */
export async function listInputs(
  db: Queryable,
  workspaceId: string,
  span: ScenarioSpan,
): Promise<readonly (readonly ScenarioInput[])[]> {
  const { evaluationId, from, to } = span;
  const rows = await db.query(LIST_INPUTS, [workspaceId, evaluationId, from, to]);
  return rows.map(({ inputs }) => inputs);
}

/** Appends them: their positions, turns and task sets continue after those of the others. */
const MOVE_SCENARIOS = statement(
  `UPDATE scenarios SET evaluation_id = $3, position = position + $4, turn = turn + $4,
     task_set = task_set + $4, open_tasks = $5
   WHERE workspace_id = $1 AND evaluation_id = $2`,
  {},
);

const COUNT_SCENARIOS = statement(
  `UPDATE human_evaluations SET scenario_count = scenario_count + $3, testset_revision_id = $4,
     testset_revision = $5, updated_at = $6
   WHERE workspace_id = $1 AND id = $2`,
  {},
);

const COUNT_TASKS = statement(
  'UPDATE queues SET task_count = task_count + $3 WHERE workspace_id = $1 AND id = $2',
  {},
);

/** Scenarios that were written under an unpublished evaluation. */
export interface StagedScenarios {
  readonly evaluationId: string;
  readonly queueId: string;
  readonly stagedUnder: string;
  /** Of the evaluation, before the extension. */
  readonly scenarioCount: number;
  readonly added: number;
  readonly tasksPerScenario: number;
  readonly testsetRevision: { readonly id: string; readonly revision: number };
  readonly now: number;
}

/** Adds staged scenarios to an evaluation that the transaction has locked. */
export async function adoptScenarios(
  tx: Transaction,
  workspaceId: string,
  staged: StagedScenarios,
): Promise<void> {
  const { evaluationId, stagedUnder, added, tasksPerScenario, testsetRevision } = staged;
  const place = [staged.scenarioCount, tasksPerScenario];
  await tx.query(MOVE_SCENARIOS, [workspaceId, stagedUnder, evaluationId, ...place]);
  await deleteUnpublishedEvaluation(tx, workspaceId, stagedUnder);
  const { id, revision } = testsetRevision;
  await tx.query(COUNT_SCENARIOS, [workspaceId, evaluationId, added, id, revision, staged.now]);
  await tx.query(COUNT_TASKS, [workspaceId, staged.queueId, added * tasksPerScenario]);
}

export const updateJudgementsPerTask = workspaceWriter(
  `UPDATE human_evaluations SET judgements_per_task = $3, updated_at = $4
   WHERE workspace_id = $1 AND id = $2`,
  { id: 'text', judgementsPerTask: 'integer', now: 'integer' },
);

/** COALESCE keeps SQLite from reading the whole queue for each scenario. */
const OPEN_TASKS = `(SELECT COUNT(*) FROM tasks t
       WHERE t.workspace_id = $1 AND t.scenario_id = scenarios.id
         AND COALESCE(t.queue_id, t.queue_id) = $3 AND t.first_variant IS NOT NULL AND t.have < $4)`;

/**
 * Updates which of these scenarios are complete after the number of judgements per task has
 * changed. Scenarios without a judgement stay incomplete.
 */
export const recountScenarios = workspaceWriter(
  `UPDATE scenarios SET open_tasks = ${OPEN_TASKS},
     is_complete = CASE WHEN ${OPEN_TASKS} = 0 OR whole_count >= $4 THEN 1 ELSE 0 END
   WHERE workspace_id = $1 AND evaluation_id = $2 AND position BETWEEN $5 AND $6
     AND judgement_count > 0`,
  {
    evaluationId: 'text',
    queueId: 'text',
    wanted: 'integer',
    from: 'integer',
    to: 'integer',
  },
);

/** After `recountScenarios`: stores the complete scenarios that no annotator's count includes. */
export const recountCompleted = workspaceWriter(
  `UPDATE human_evaluations SET completed_before =
     (SELECT COUNT(*) FROM scenarios s WHERE s.workspace_id = $1 AND s.evaluation_id = $2
        AND s.is_complete = 1)
     - (SELECT COALESCE(SUM(a.completed), 0) FROM evaluation_annotators a
        WHERE a.workspace_id = $1 AND a.evaluation_id = $2)
   WHERE workspace_id = $1 AND id = $2`,
  { evaluationId: 'text' },
);
