import type { ScenarioInput } from '../../contract/evaluations/scenarios.ts';
import type { TaskVariants } from '../../domain/evaluations/pair-design.ts';
import type { Transaction } from '../database.ts';
import { statement } from '../statement.ts';
import { inputsText } from './scenario-inputs.ts';

export interface NewScenario {
  readonly id: string;
  readonly position: number;
  readonly inputs: readonly ScenarioInput[];
  readonly correctAnswer: string;
}

export interface NewTask extends TaskVariants {
  readonly id: string;
  readonly scenarioId: string;
  /** Its turn in the queue. */
  readonly rank: number;
}

const SCENARIO_COLUMNS = `workspace_id, evaluation_id, id, position, inputs, correct_answer,
  is_pinned, texts_version, judgement_count, whole_count, open_tasks, is_complete`;

const INSERT_SCENARIOS = statement(
  {
    postgres: `INSERT INTO scenarios (${SCENARIO_COLUMNS})
      SELECT $1, $2, CAST(t.row ->> 0 AS uuid), CAST(t.row ->> 1 AS integer), t.row ->> 2,
        t.row ->> 3, 0, 1, 0, 0, CAST($4 AS integer), 0
      FROM json_array_elements(CAST($3 AS json)) AS t (row)`,
    sqlite: `INSERT INTO scenarios (${SCENARIO_COLUMNS})
      SELECT $1, $2, t.value ->> 0, t.value ->> 1, t.value ->> 2, t.value ->> 3, 0, 1, 0, 0, $4, 0
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
        CAST($4 AS integer), 0, 0
      FROM json_array_elements(CAST($3 AS json)) AS t (row)`,
    sqlite: `INSERT INTO tasks (${TASK_COLUMNS})
      SELECT $1, $2, t.value ->> 0, t.value ->> 1, t.value ->> 2, t.value ->> 3, t.value ->> 4,
        $4, 0, 0
      FROM json_each($3) AS t`,
  },
  {},
);

export interface ScenarioBatch {
  readonly evaluationId: string;
  readonly tasksPerScenario: number;
  readonly scenarios: readonly NewScenario[];
}

/** Scenarios that follow each other, in one statement. */
export async function insertScenarios(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, tasksPerScenario, scenarios }: ScenarioBatch,
): Promise<void> {
  const rows = scenarios.map(({ id, position, inputs, correctAnswer }) => [
    id,
    position,
    inputsText(inputs),
    correctAnswer,
  ]);
  const text = JSON.stringify(rows);
  await tx.query(INSERT_SCENARIOS, [workspaceId, evaluationId, text, tasksPerScenario]);
}

export interface TaskBatch {
  readonly queueId: string;
  /** Judgements that are wanted of each task. */
  readonly wanted: number;
  readonly tasks: readonly NewTask[];
}

/** Tasks of a queue that cannot be handed out yet, in one statement. */
export async function insertTasks(
  tx: Transaction,
  workspaceId: string,
  { queueId, wanted, tasks }: TaskBatch,
): Promise<void> {
  const rows = tasks.map(({ id, scenarioId, first, second, rank }) => [
    id,
    scenarioId,
    first,
    second,
    rank,
  ]);
  await tx.query(INSERT_TASKS, [workspaceId, queueId, JSON.stringify(rows), wanted]);
}
