import type { EvaluationType } from '../../contract/evaluations/evaluation-settings.ts';
import type { ScenarioInput } from '../../contract/evaluations/scenarios.ts';
import type { TaskVariants } from '../../domain/evaluations/pair-design.ts';
import { findRow, type Transaction } from '../database.ts';
import { inList } from '../in-list.ts';
import { type Row, statement, word } from '../statement.ts';
import { readSettings } from './human-evaluations.ts';
import { inputsText } from './scenario-inputs.ts';
import { SHOWN_OUTPUTS } from './shown-outputs.ts';

export interface NewScenario {
  readonly id: string;
  readonly position: number;
  readonly inputs: readonly ScenarioInput[];
  readonly correctAnswer: string;
  /** Its place in the order of judging. */
  readonly turn: number;
  /** Which of the rotating task sets it gets. */
  readonly taskSet: number;
}

export interface NewTask extends TaskVariants {
  readonly id: string;
  readonly scenarioId: string;
  /** Its place in the queue. */
  readonly rank: number;
}

const SCENARIO_COLUMNS = `workspace_id, evaluation_id, id, position, inputs, correct_answer,
  is_pinned, texts_version, judgement_count, whole_count, open_tasks, is_complete,
  turn, task_set, has_tasks`;

const INSERT_SCENARIOS = statement(
  {
    postgres: `INSERT INTO scenarios (${SCENARIO_COLUMNS})
      SELECT $1, $2, CAST(t.row ->> 0 AS uuid), CAST(t.row ->> 1 AS integer), t.row ->> 2,
        t.row ->> 3, 0, 1, 0, 0, CAST($4 AS integer), 0,
        CAST(t.row ->> 4 AS integer), CAST(t.row ->> 5 AS integer), 0
      FROM json_array_elements(CAST($3 AS json)) AS t (row)`,
    sqlite: `INSERT INTO scenarios (${SCENARIO_COLUMNS})
      SELECT $1, $2, t.value ->> 0, t.value ->> 1, t.value ->> 2, t.value ->> 3, 0, 1, 0, 0, $4, 0,
        t.value ->> 4, t.value ->> 5, 0
      FROM json_each($3) AS t`,
  },
  {},
);

const TASK_COLUMNS =
  'workspace_id, queue_id, id, scenario_id, first_variant, second_variant, rank, places_left, have, is_ready';

const INSERT_TASKS = statement(
  {
    postgres: `INSERT INTO tasks (${TASK_COLUMNS})
      SELECT $1, $2, CAST(t.row ->> 0 AS uuid), CAST(t.row ->> 1 AS uuid),
        CAST(t.row ->> 2 AS integer), CAST(t.row ->> 3 AS integer), CAST(t.row ->> 4 AS integer),
        CAST($4 AS integer), 0, CAST(t.row ->> 5 AS integer)
      FROM json_array_elements(CAST($3 AS json)) AS t (row)`,
    sqlite: `INSERT INTO tasks (${TASK_COLUMNS})
      SELECT $1, $2, t.value ->> 0, t.value ->> 1, t.value ->> 2, t.value ->> 3, t.value ->> 4,
        $4, 0, t.value ->> 5
      FROM json_each($3) AS t`,
  },
  {},
);

/** Read in one query: a look-up per task would cost PostgreSQL as much as the tasks themselves. */
const LIST_VARIANTS_SHOWN = statement(
  inList(
    { column: 'scenario_id', parameter: '$2', type: 'uuid' },
    (isListed) => `SELECT scenario_id, variant_position FROM ${SHOWN_OUTPUTS} o
     WHERE workspace_id = $1 AND ${isListed}`,
  ),
  { scenarioId: 'text', variantPosition: 'integer' },
);

/** The outputs that these scenarios show, each as `<scenario id> <variant>`. */
export async function listVariantsShown(
  tx: Transaction,
  workspaceId: string,
  scenarioIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query(LIST_VARIANTS_SHOWN, [workspaceId, JSON.stringify(scenarioIds)]);
  return new Set(rows.map((row) => `${row.scenarioId} ${row.variantPosition}`));
}

export interface ScenarioBatch {
  readonly evaluationId: string;
  readonly tasksPerScenario: number;
  readonly scenarios: readonly NewScenario[];
}

/** Inserts scenarios without tasks in one statement. */
export async function insertScenarios(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, tasksPerScenario, scenarios }: ScenarioBatch,
): Promise<void> {
  const rows = scenarios.map(({ id, position, inputs, correctAnswer, turn, taskSet }) => [
    id,
    position,
    inputsText(inputs),
    correctAnswer,
    turn,
    taskSet,
  ]);
  const text = JSON.stringify(rows);
  await tx.query(INSERT_SCENARIOS, [workspaceId, evaluationId, text, tasksPerScenario]);
}

export interface TaskBatch {
  readonly queueId: string;
  /** Judgements per task. */
  readonly wanted: number;
  readonly tasks: readonly NewTask[];
}

/**
 * Inserts tasks of scenarios whose outputs the transaction has locked. A task is ready if all
 * outputs that it shows exist.
 */
export async function insertTasks(
  tx: Transaction,
  workspaceId: string,
  { queueId, wanted, tasks }: TaskBatch,
): Promise<void> {
  const scenarioIds = [...new Set(tasks.map(({ scenarioId }) => scenarioId))];
  const outputs = await listVariantsShown(tx, workspaceId, scenarioIds);
  const rows = tasks.map(({ id, scenarioId, first, second, rank }) => {
    const isReady = [first, second ?? first].every((variant) =>
      outputs.has(`${scenarioId} ${variant}`),
    );
    return [id, scenarioId, first, second, rank, Number(isReady)];
  });
  await tx.query(INSERT_TASKS, [workspaceId, queueId, JSON.stringify(rows), wanted]);
}

/** What determines the tasks of a scenario, beside the rules of its evaluation. */
export type ScenarioTurn = Pick<NewScenario, 'id' | 'turn' | 'taskSet'>;

/** Of concurrent transactions that would write the tasks of a scenario, one gets it. */
const MARK_TASKS_WRITTEN = statement(
  inList(
    { column: 'id', parameter: '$2', type: 'uuid' },
    (isListed) => `UPDATE scenarios SET has_tasks = 1
     WHERE workspace_id = $1 AND ${isListed} AND has_tasks = 0
     RETURNING id, turn, task_set`,
  ),
  { id: 'text', turn: 'integer', taskSet: 'integer' },
);

/** Returns the scenarios that had no tasks; the caller must write them. */
export async function markTasksWritten(
  tx: Transaction,
  workspaceId: string,
  scenarioIds: readonly string[],
): Promise<readonly ScenarioTurn[]> {
  return tx.query(MARK_TASKS_WRITTEN, [workspaceId, JSON.stringify(scenarioIds)]);
}

const GET_QUEUE_RULES = statement(
  `SELECT e.queue_id, e.type, e.settings, e.judgements_per_task AS wanted,
     (SELECT COUNT(*) FROM evaluation_variants v
        WHERE v.workspace_id = $1 AND v.evaluation_id = e.id) AS variant_count
   FROM human_evaluations e WHERE e.workspace_id = $1 AND e.id = $2`,
  {
    queueId: 'text',
    type: word<EvaluationType>,
    settings: readSettings,
    /** Judgements per task. */
    wanted: 'integer',
    variantCount: 'integer',
  },
);

/** The rules of an evaluation for the tasks of its scenarios. */
export type QueueRules = Row<typeof GET_QUEUE_RULES>;

/** The rules of an evaluation that the transaction has locked. */
export async function getQueueRules(
  tx: Transaction,
  workspaceId: string,
  evaluationId: string,
): Promise<QueueRules> {
  const row = await findRow(tx, GET_QUEUE_RULES, [workspaceId, evaluationId]);
  if (row === undefined) throw new Error(`The locked evaluation ${evaluationId} does not exist.`);
  return row;
}
