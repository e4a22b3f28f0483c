import { randomUUID } from 'node:crypto';
import type { Client } from '../src/client/client.ts';
import { writeTasks } from '../src/operations/evaluations/parts/write-tasks.ts';
import type { Engine, Transaction } from '../src/storage/database.ts';
import { statement } from '../src/storage/statement.ts';

export interface CreatedEvaluation {
  readonly evaluationId: string;
  /** From the request to its answer. */
  readonly ms: number;
}

export interface EvaluationPlan {
  readonly appId: string;
  readonly rows: number;
  /** Default: two. */
  readonly variants?: number;
  readonly judgementsPerTask?: number;
}

/** Creates variants and a test set, and returns the body of a request for an evaluation of them. */
export async function planEvaluation(
  client: Client,
  { appId, rows, variants: variantCount = 2, judgementsPerTask = 1 }: EvaluationPlan,
) {
  const name = randomUUID();
  const bases = Array.from({ length: variantCount }, (_, index) =>
    client.createBase({ body: { app_id: appId, base_name: `${index} ${name}` } }),
  );
  const variants = (await Promise.all(bases)).map(({ variant }) => variant.variant_id);
  const csvdata = Array.from({ length: rows }, (_, index) => ({
    question: `Why is row ${index} as it is, and what would have to change for it to differ?`,
    correct_answer: `Because of ${index}.`,
  }));
  const { id } = await client.createTestset({
    parameters: { app_id: appId },
    body: { name, csvdata },
  });
  return {
    app_id: appId,
    variant_ids: variants,
    evaluation_type: 'human_a_b_testing' as const,
    inputs: ['question'],
    testset_id: id,
    status: 'EVALUATION_INITIALIZED' as const,
    settings: { judgements_per_task: judgementsPerTask },
  };
}

export async function makeEvaluation(
  client: Client,
  plan: EvaluationPlan,
): Promise<CreatedEvaluation> {
  const body = await planEvaluation(client, plan);
  const startedAt = performance.now();
  const { id } = await client.createHumanEvaluation({ body });
  return { evaluationId: id, ms: performance.now() - startedAt };
}

/** The workspace of evaluation $1; without it a full database is scanned. */
export const WORKSPACE = '(SELECT e.workspace_id FROM human_evaluations e WHERE e.id = $1)';

const LIST_SCENARIOS = statement(
  `SELECT workspace_id, id FROM scenarios WHERE evaluation_id = $1 AND workspace_id = ${WORKSPACE}`,
  { workspaceId: 'text', id: 'text' },
);

/** Writes the tasks of all scenarios, which the first outputs would do otherwise. */
export async function writeAllTasks(tx: Transaction, evaluationId: string): Promise<void> {
  const scenarios = await tx.query(LIST_SCENARIOS, [evaluationId]);
  const [{ workspaceId } = { workspaceId: '' }] = scenarios;
  const scenarioIds = scenarios.map(({ id }) => id);
  await writeTasks(tx, workspaceId, { evaluationId, scenarioIds });
}

const LIST_TASKS = statement(
  `SELECT t.workspace_id, t.id, t.scenario_id, s.position, t.first_variant, t.second_variant
   FROM human_evaluations e
   JOIN tasks t ON t.workspace_id = e.workspace_id AND t.queue_id = e.queue_id
   JOIN scenarios s ON s.workspace_id = t.workspace_id AND s.id = t.scenario_id
   WHERE e.id = $1`,
  {
    workspaceId: 'text',
    id: 'text',
    scenarioId: 'text',
    position: 'integer',
    firstVariant: 'integer?',
    secondVariant: 'integer?',
  },
);

const JUDGEMENT_COLUMNS = `workspace_id, evaluation_id, id, scenario_id, task_id, annotator_id,
  outcome, winner, side, time_taken_ms, judged_at, position, first_variant, second_variant, version,
  counts, named_by, answers, note, guidelines_version, created_at`;

const INSERT_JUDGEMENTS = statement(
  {
    postgres: `INSERT INTO judgements (${JUDGEMENT_COLUMNS})
      SELECT $1, $2, CAST(t.row ->> 0 AS uuid), CAST(t.row ->> 1 AS uuid),
        CAST(t.row ->> 2 AS uuid), CAST(t.row ->> 3 AS uuid), t.row ->> 4,
        CAST(t.row ->> 5 AS integer), CAST(t.row ->> 6 AS integer), CAST(t.row ->> 7 AS integer),
        CAST(t.row ->> 8 AS bigint), CAST(t.row ->> 9 AS integer),
        CAST(t.row ->> 10 AS integer), CAST(t.row ->> 11 AS integer), 1, 1, 'slot', '[]', '', 1, 0
      FROM json_array_elements(CAST($3 AS json)) AS t (row)`,
    sqlite: `INSERT INTO judgements (${JUDGEMENT_COLUMNS})
      SELECT $1, $2, t.value ->> 0, t.value ->> 1, t.value ->> 2, t.value ->> 3, t.value ->> 4,
        t.value ->> 5, t.value ->> 6, t.value ->> 7, t.value ->> 8, t.value ->> 9,
        t.value ->> 10, t.value ->> 11, 1, 1, 'slot', '[]', '', 1, 0
      FROM json_each($3) AS t`,
  },
  {},
);

const COUNT_FOR_ANNOTATORS = statement(
  `INSERT INTO evaluation_annotators (workspace_id, evaluation_id, annotator_id, kind, handed,
     judged, judgement_changes, skipped, flagged, time_taken_ms, sides, cursor_rank, cursor_swept,
     cursor_queue_id, cursor_returns, created_at, last_active_at)
   SELECT workspace_id, evaluation_id, annotator_id, 'guest', COUNT(*), COUNT(*), COUNT(*), 0, 0, 0,
     '{}', -1, -1, NULL, 0, 0, 0
   FROM judgements WHERE evaluation_id = $1 AND workspace_id = ${WORKSPACE}
   GROUP BY workspace_id, evaluation_id, annotator_id`,
  {},
);

const COUNT_IN_SCENARIOS = statement(
  `UPDATE scenarios SET judgement_count = $2, open_tasks = 0, is_complete = 1
   WHERE evaluation_id = $1 AND workspace_id = ${WORKSPACE}`,
  {},
);

const COUNT_IN_TASKS = statement(
  `UPDATE tasks SET have = $2, places_left = 0
   WHERE queue_id IN (SELECT queue_id FROM human_evaluations WHERE id = $1)
     AND workspace_id = ${WORKSPACE}`,
  {},
);

/**
 * PostgreSQL does this itself a minute after so many new rows; until then its plans are guesses,
 * and it visits every row that an index names.
 */
const VACUUM = ['judgements', 'scenarios', 'tasks', 'evaluation_annotators'].map((table) =>
  statement({ postgres: `VACUUM ANALYZE ${table}`, sqlite: 'SELECT 1 AS done' }, {}),
);

/** The outcomes of comparisons, in turn. Their number is prime, so that none is tied to a side. */
const OUTCOMES = ['first', 'second', 'tie', 'first', 'both_bad', 'first', 'second'] as const;

export interface Judges {
  readonly perTask: number;
  readonly annotators: number;
}

/** Writes judgements of every task directly, because the service would take long. */
export async function fillWithJudgements(
  database: Engine,
  evaluationId: string,
  { perTask, annotators }: Judges,
): Promise<void> {
  await database.transaction((tx) => writeAllTasks(tx, evaluationId));
  const tasks = await database.query(LIST_TASKS, [evaluationId]);
  const scenarios = new Set(tasks.map(({ scenarioId }) => scenarioId));
  const annotatorIds = Array.from({ length: annotators }, () => randomUUID());
  for (let round = 0; round < perTask; round += 1) {
    const rows = tasks.map((task, index) => {
      const outcome = OUTCOMES[(index + round) % OUTCOMES.length];
      const winner = { first: task.firstVariant, second: task.secondVariant, tie: null };
      return [
        randomUUID(),
        task.scenarioId,
        task.id,
        annotatorIds[(index + round) % annotators],
        outcome === 'tie' || outcome === 'both_bad' ? outcome : 'slot',
        outcome === undefined || outcome === 'both_bad' ? null : winner[outcome],
        (index + round) % 2,
        2_000 + ((index * 7919) % 20_000),
        1_700_000_000_000 + index * 1000 + round,
        task.position,
        task.firstVariant,
        task.secondVariant,
      ];
    });
    const [{ workspaceId } = { workspaceId: '' }] = tasks;
    const parameters = [workspaceId, evaluationId, JSON.stringify(rows)];
    await database.transaction((tx) => tx.query(INSERT_JUDGEMENTS, parameters));
  }
  await database.transaction(async (tx) => {
    await tx.query(COUNT_FOR_ANNOTATORS, [evaluationId]);
    const perScenario = (tasks.length / scenarios.size) * perTask;
    await tx.query(COUNT_IN_SCENARIOS, [evaluationId, perScenario]);
    await tx.query(COUNT_IN_TASKS, [evaluationId, perTask]);
  });
  for (const vacuum of VACUUM) await database.query(vacuum, []);
}
