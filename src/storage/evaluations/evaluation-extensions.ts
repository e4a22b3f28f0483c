import type { ScenarioInput } from '../../contract/evaluations/scenarios.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { statement } from '../statement.ts';
import { deleteUnpublishedEvaluation } from './evaluation-removal.ts';

const COUNT_JUDGEMENTS = statement(
  `SELECT COALESCE(SUM(judged), 0) AS judgements FROM evaluation_annotators
   WHERE workspace_id = $1 AND evaluation_id = $2`,
  { judgements: 'integer' },
);

/** All judgements that count, by whichever annotator. */
export async function countJudgements(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<number> {
  return (await findRow(db, COUNT_JUDGEMENTS, [workspaceId, evaluationId]))?.judgements ?? 0;
}

const KEEP_PLAN = statement(
  `UPDATE human_evaluations SET plan_scenarios = scenario_count,
     plan_judgements_per_task = judgements_per_task
   WHERE workspace_id = $1 AND id = $2 AND plan_scenarios IS NULL`,
  {},
);

/** Keeps what was planned, before the first extension changes it. */
export async function keepPlan(
  tx: Transaction,
  workspaceId: string,
  evaluationId: string,
): Promise<void> {
  await tx.query(KEEP_PLAN, [workspaceId, evaluationId]);
}

const LIST_INPUTS = statement(
  `SELECT inputs FROM scenarios
   WHERE workspace_id = $1 AND evaluation_id = $2 AND position BETWEEN $3 AND $4`,
  { inputs: 'text' },
);

/** The inputs of scenarios that follow each other. */
export async function listInputs(
  db: Queryable,
  workspaceId: string,
  span: { readonly evaluationId: string; readonly from: number; readonly to: number },
): Promise<readonly (readonly ScenarioInput[])[]> {
  const { evaluationId, from, to } = span;
  const rows = await db.query(LIST_INPUTS, [workspaceId, evaluationId, from, to]);
  return rows.map(({ inputs }) => JSON.parse(inputs));
}

/** Behind all others: their positions, turns and sets of tasks go on where those of the others end. */
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

/** Scenarios that were written under an evaluation which no request shows. */
export interface StagedScenarios {
  readonly evaluationId: string;
  readonly queueId: string;
  readonly stagedUnder: string;
  /** Of the evaluation, before. */
  readonly scenarioCount: number;
  readonly added: number;
  readonly tasksPerScenario: number;
  readonly testsetRevision: { readonly id: string; readonly revision: number };
  readonly now: number;
}

/** Adds staged scenarios to an evaluation that is held. */
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

const UPDATE_JUDGEMENTS_PER_TASK = statement(
  `UPDATE human_evaluations SET judgements_per_task = $3, updated_at = $4
   WHERE workspace_id = $1 AND id = $2`,
  {},
);

export async function updateJudgementsPerTask(
  tx: Transaction,
  workspaceId: string,
  change: { id: string; judgementsPerTask: number; now: number },
): Promise<void> {
  const { id, judgementsPerTask, now } = change;
  await tx.query(UPDATE_JUDGEMENTS_PER_TASK, [workspaceId, id, judgementsPerTask, now]);
}

const OPEN_TASKS = `(SELECT COUNT(*) FROM tasks t
       WHERE t.workspace_id = scenarios.workspace_id AND t.scenario_id = scenarios.id
         AND t.queue_id = $3 AND t.first_variant IS NOT NULL AND t.have < $4)`;

/** Scenarios without a judgement lack all of them, however many are wanted. */
const RECOUNT_SCENARIOS = statement(
  `UPDATE scenarios SET open_tasks = ${OPEN_TASKS},
     is_complete = CASE WHEN ${OPEN_TASKS} = 0 OR whole_count >= $4 THEN 1 ELSE 0 END
   WHERE workspace_id = $1 AND evaluation_id = $2 AND judgement_count > 0`,
  {},
);

/** Which scenarios are complete, now that more judgements are wanted of every task. */
export async function recountScenarios(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, queueId, wanted }: { evaluationId: string; queueId: string; wanted: number },
): Promise<void> {
  await tx.query(RECOUNT_SCENARIOS, [workspaceId, evaluationId, queueId, wanted]);
}
