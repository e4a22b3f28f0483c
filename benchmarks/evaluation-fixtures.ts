import { randomUUID } from 'node:crypto';
import type { Client } from '../src/client/client.ts';
import type { Engine } from '../src/storage/database.ts';
import { statement } from '../src/storage/statement.ts';

export interface MadeEvaluation {
  readonly evaluationId: string;
  /** From sending the request to its answer. */
  readonly ms: number;
}

export interface EvaluationPlan {
  readonly appId: string;
  readonly rows: number;
}

/** What a new evaluation of two variants needs, with everything but itself made. */
export async function planEvaluation(client: Client, { appId, rows }: EvaluationPlan) {
  const name = randomUUID();
  const bases = ['first', 'second'].map((word) =>
    client.createBase({ body: { app_id: appId, base_name: `${word} ${name}` } }),
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
  };
}

export async function makeEvaluation(
  client: Client,
  plan: EvaluationPlan,
): Promise<MadeEvaluation> {
  const body = await planEvaluation(client, plan);
  const startedAt = performance.now();
  const { id } = await client.createHumanEvaluation({ body });
  return { evaluationId: id, ms: performance.now() - startedAt };
}

const LIST_TASKS = statement(
  `SELECT t.workspace_id, t.id, t.scenario_id FROM human_evaluations e
   JOIN tasks t ON t.workspace_id = e.workspace_id AND t.queue_id = e.queue_id
   WHERE e.id = $1`,
  { workspace_id: 'text', id: 'text', scenario_id: 'text' },
);

const JUDGEMENT_COLUMNS = `workspace_id, evaluation_id, id, scenario_id, task_id, annotator_id,
  outcome, winner, version, counts, named_by, answers, note, guidelines_version, created_at,
  judged_at`;

const INSERT_JUDGEMENTS = statement(
  {
    postgres: `INSERT INTO judgements (${JUDGEMENT_COLUMNS})
      SELECT $1, $2, CAST(t.row ->> 0 AS uuid), CAST(t.row ->> 1 AS uuid),
        CAST(t.row ->> 2 AS uuid), CAST($4 AS uuid), t.row ->> 3, CAST(t.row ->> 4 AS integer),
        1, 1, 'slot', '[]', '', 1, 0, 0
      FROM json_array_elements(CAST($3 AS json)) AS t (row)`,
    sqlite: `INSERT INTO judgements (${JUDGEMENT_COLUMNS})
      SELECT $1, $2, t.value ->> 0, t.value ->> 1, t.value ->> 2, $4, t.value ->> 3,
        t.value ->> 4, 1, 1, 'slot', '[]', '', 1, 0, 0
      FROM json_each($3) AS t`,
  },
  {},
);

const COUNT_IN_SCENARIOS = statement(
  `UPDATE scenarios SET judgement_count = $2, open_tasks = 0, is_complete = 1
   WHERE evaluation_id = $1`,
  {},
);

const COUNT_IN_TASKS = statement(
  `UPDATE tasks SET have = $2, load = $2
   WHERE queue_id IN (SELECT queue_id FROM human_evaluations WHERE id = $1)`,
  {},
);

/** The ways in which a comparison of two ends, in turn. */
const OUTCOMES: readonly (readonly [string, number | null])[] = [
  ['slot', 0],
  ['slot', 1],
  ['tie', null],
  ['both_bad', null],
];

/** Has each task of an evaluation judged by so many people; through the service it would take long. */
export async function fillWithJudgements(
  database: Engine,
  evaluationId: string,
  perTask: number,
): Promise<void> {
  const tasks = await database.query(LIST_TASKS, [evaluationId]);
  const [{ workspace_id } = { workspace_id: '' }] = tasks;
  for (let annotator = 0; annotator < perTask; annotator += 1) {
    const rows = tasks.map(({ id, scenario_id }, index) => [
      randomUUID(),
      scenario_id,
      id,
      ...(OUTCOMES[(index + annotator) % OUTCOMES.length] ?? []),
    ]);
    const parameters = [workspace_id, evaluationId, JSON.stringify(rows), randomUUID()];
    await database.transaction((tx) => tx.query(INSERT_JUDGEMENTS, parameters));
  }
  await database.transaction(async (tx) => {
    await tx.query(COUNT_IN_SCENARIOS, [evaluationId, perTask]);
    await tx.query(COUNT_IN_TASKS, [evaluationId, perTask]);
  });
}
