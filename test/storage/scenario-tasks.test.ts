import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import { type Db, findRow } from '../../src/storage/database.ts';
import { statement } from '../../src/storage/statement.ts';
import { makeMember } from '../support/builders.ts';
import { createMigratedDatabase } from '../support/databases.ts';
import { ENGINES, type EngineName } from '../support/engine-names.ts';
import { writeOutputs } from '../support/evaluation-outputs.ts';
import { type MadeEvaluation, makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { outputTexts } from '../support/output-files.ts';
import { makeRawDatabase } from '../support/raw-database.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { scenarioAt, updateScenario } from '../support/scenarios.ts';
import { startServerProcess } from '../support/server-process.ts';
import { takeTasks } from '../support/take-tasks.ts';
import { leaveShownImport, openBeside } from '../support/unfinished-import.ts';

const ROWS = 40;
/** Enough that writers of outputs share the lock on the evaluation. */
const SHARED_ROWS = 160;

/** Tasks of the queue in use, without those that represent whole scenarios. */
const COUNT_TASKS = statement(
  `SELECT COUNT(*) AS written, COUNT(DISTINCT t.rank) AS ranks,
     COALESCE(SUM(t.is_ready), 0) AS ready, COALESCE(MIN(t.places_left), 0) AS fewest,
     COALESCE(MAX(t.places_left), 0) AS most
   FROM human_evaluations e
   JOIN tasks t ON t.workspace_id = e.workspace_id AND t.queue_id = e.queue_id
   WHERE e.id = $1 AND t.first_variant IS NOT NULL`,
  { written: 'integer', ranks: 'integer', ready: 'integer', fewest: 'integer', most: 'integer' },
);

for (const engine of ENGINES) {
  describe(`tasks of scenarios on ${engine}`, () => {
    test('are written with the first outputs, and counted before', async (t) => {
      const { server, db } = await start(t, engine);
      const { owner } = server;
      const made = await makeHumanEvaluation(owner, { variantCount: 3, rows: numberedRows(2) });
      assert.equal((await countTasks(db, made)).written, 0);
      const initial = { tasks: 6, tasks_ready: 0, judgements_wanted: 6 };
      assert.deepEqual(await progressOf(owner, made), initial);
      assert.equal((await takeTasks(owner, made)).length, 0);

      const outputs = made.variants.map(({ id }) => ({ variant_id: id, variant_output: 'x' }));
      const place = { client: owner, made, position: 1 };
      await updateScenario(place, { outputs: outputs.slice(0, 2) });
      const partly = { written: 3, ranks: 3, ready: 1, fewest: 1, most: 1 };
      assert.deepEqual(await countTasks(db, made), partly);
      await updateScenario(place, { outputs });
      assert.deepEqual(await countTasks(db, made), { ...partly, ready: 3 });
      assert.deepEqual(await progressOf(owner, made), { ...initial, tasks_ready: 3 });
      assert.equal((await takeTasks(owner, made, 5)).length, 3);
    });

    test('are written when a scenario without outputs is scored', async (t) => {
      const { server, db } = await start(t, engine);
      const { owner } = server;
      const made = await makeHumanEvaluation(owner, {
        type: 'single_model_test',
        variantCount: 2,
        rows: numberedRows(2),
      });
      const scores = made.variants.map(({ id }, variant) => ({ variant_id: id, score: variant }));
      const reply = await updateScenario({ client: owner, made }, { scores });
      assert.equal(reply.status, 204);
      assert.deepEqual((await scenarioAt({ client: owner, made })).scores, scores);
      const scored = { written: 2, ranks: 2, ready: 0, fewest: 0, most: 0 };
      assert.deepEqual(await countTasks(db, made), scored);
    });

    test('keep the names of outputs that were shown before they are written', async (t) => {
      const { server, db } = await start(t, engine);
      const { owner } = server;
      const made = await makeHumanEvaluation(owner, { type: 'single_model_test', variantCount: 2 });
      const { client } = await makeMember(server, ['evaluator']);
      await leaveShownImport(db, { ...made, texts: outputTexts(1, 'shown') });
      const { outputs } = await scenarioAt({ client, made });
      assert.equal((await countTasks(db, made)).written, 0);
      const [slot] = outputs;
      const scores = [{ variant_id: slot?.variant_id ?? '', score: 7 }];
      assert.equal((await updateScenario({ client, made }, { scores })).status, 204);
      assert.equal((await countTasks(db, made)).written, 2);
      const scored = await scenarioAt({ client, made });
      assert.deepEqual([scored.outputs, scored.scores], [outputs, scores]);
    });

    test('have as many places as the rules say when these change during writing', async (t) => {
      const { server, db } = await start(t, engine);
      const { owner } = server;
      const made = await makeHumanEvaluation(owner, { variantCount: 3, rows: numberedRows(ROWS) });
      const filling = writeOutputs(owner, made);
      for (const judgements_per_task of [4, 2, 5]) {
        await change(owner, made, { judgements_per_task });
      }
      await filling;
      const all = { written: 3 * ROWS, ranks: 3 * ROWS, ready: 3 * ROWS };
      assert.deepEqual(await countTasks(db, made), { ...all, fewest: 5, most: 5 });
    });

    test('are complete when other pairs are chosen while outputs are written', async (t) => {
      const { server, db } = await start(t, engine);
      const { owner } = server;
      const made = await makeHumanEvaluation(owner, { variantCount: 4, rows: numberedRows(ROWS) });
      const filling = writeOutputs(owner, made);
      for (const pairs_per_scenario of [1, 3, 2]) {
        await change(owner, made, { pairs_per_scenario });
      }
      await filling;
      const all = { written: 2 * ROWS, ranks: 2 * ROWS, ready: 2 * ROWS };
      assert.deepEqual(await countTasks(db, made), { ...all, fewest: 1, most: 1 });
    });
  });
}

describe('two processes that write outputs of the same scenarios', () => {
  test('write each task once', async (t) => {
    const databaseUrl = await createMigratedDatabase();
    const servers = [
      await startServerProcess({ databaseUrl }),
      await startServerProcess({ databaseUrl }),
    ] as const;
    t.after(() => Promise.all(servers.map((server) => server.kill())));
    const { db, close } = openBeside({ databaseUrl });
    t.after(close);
    const [{ owner }] = servers;
    const rows = numberedRows(SHARED_ROWS);
    const made = await makeHumanEvaluation(owner, { variantCount: 3, rows });
    const scenarios = await owner.listEvaluationScenarios({ parameters: made });
    for (const { id } of scenarios.slice(0, ROWS)) {
      const writing = servers.map((server, process) =>
        server.owner.updateEvaluationScenario({
          parameters: { ...made, scenario_id: id },
          body: {
            outputs: made.variants.map((variant) => ({
              variant_id: variant.id,
              variant_output: `by ${process}`,
            })),
          },
        }),
      );
      await Promise.all(writing);
    }
    const tasks = 3 * ROWS;
    const all = { written: tasks, ranks: tasks, ready: tasks };
    assert.deepEqual(await countTasks(db, made), { ...all, fewest: 1, most: 1 });
  });
});

async function start(t: TestContext, engine: EngineName): Promise<{ server: TestServer; db: Db }> {
  const { place } = await makeRawDatabase(engine);
  const server = await startTestServer({ engine, ...place });
  const { db, close } = openBeside(place);
  t.after(async () => {
    await server.stop();
    await close();
  });
  return { server, db };
}

async function countTasks(db: Db, { evaluation_id }: MadeEvaluation) {
  const row = await findRow(db, COUNT_TASKS, [evaluation_id]);
  assert.ok(row);
  return { ...row };
}

async function progressOf(client: Client, { evaluation_id }: MadeEvaluation) {
  const { progress } = await client.fetchResults({
    parameters: { evaluation_id },
    query: { statistics: false },
  });
  assert.ok(progress);
  const { tasks, tasks_ready, judgements_wanted } = progress;
  return { tasks, tasks_ready, judgements_wanted };
}

async function change(
  client: Client,
  { evaluation_id }: MadeEvaluation,
  body: { judgements_per_task: number } | { pairs_per_scenario: number },
): Promise<void> {
  await client.updateEvaluationSettings({ parameters: { evaluation_id }, body, ifMatch: '*' });
}
