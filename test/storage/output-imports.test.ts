import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { removeExpired } from '../../src/jobs/upkeep.ts';
import type { Db } from '../../src/storage/database.ts';
import { makeMember } from '../support/builders.ts';
import { createDatabase } from '../support/databases.ts';
import { ENGINES, type EngineName } from '../support/engine-names.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { expectProblem } from '../support/expect.ts';
import { makeRunnable, outputsOf } from '../support/generation.ts';
import { outputTable, outputTexts, sendOutputs } from '../support/output-files.ts';
import { HOUR_MS } from '../support/requests.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { scenarioAt, updateScenario } from '../support/scenarios.ts';
import { takeTasks } from '../support/take-tasks.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import {
  countLeft,
  leaveShownImport,
  leaveStagedImport,
  openBeside,
} from '../support/unfinished-import.ts';
import { until } from '../support/until.ts';

const NOTHING = { staged: 0, imports: 0, shown: 0 };
const NEW = outputTexts(4, 'new');

for (const engine of ENGINES) {
  describe(`an import that was shown and not finished on ${engine}`, () => {
    test('is seen whole, in lists and in files', async (t) => {
      const { server, db } = await start(t, engine);
      const { owner } = server;
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(5) });
      await updateScenario(
        { client: owner, made, position: 1 },
        { outputs: [{ variant_id: made.variants[1]?.id ?? '', variant_output: 'old' }] },
      );
      await leaveShownImport(db, { ...made, texts: NEW });
      assert.deepEqual(await outputsOf(owner, made), [...NEW, [undefined, undefined]]);
      const query = { format: 'jsonl', content: 'scenarios' } as const;
      const text = await owner.exportHumanEvaluation({ parameters: made, query });
      for (const output of NEW.flat()) assert.ok(text.includes(output), output);
      assert.ok(!text.includes('old'));
      const evaluation = await owner.reply.updateHumanEvaluation({
        parameters: made,
        body: { status: 'EVALUATION_STARTED' },
      });
      assert.equal(evaluation.status, 204);
      const back = await owner.reply.updateHumanEvaluation({
        parameters: made,
        body: { status: 'EVALUATION_INITIALIZED' },
      });
      expectProblem(back, 'invalid_transition');
    });

    test('lets nobody judge texts that it replaces', async (t) => {
      const { server, db } = await start(t, engine);
      const { owner } = server;
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(4) });
      await fillOutputs(owner, made);
      const annotator = await makeMember(server, ['evaluator']);
      const [task] = await takeTasks(annotator.client, made);
      await leaveShownImport(db, { ...made, texts: NEW });
      const refused = await annotator.client.reply.submitJudgement({
        parameters: { assignment_id: task?.id ?? '' },
        body: { outcome: 'tie' },
      });
      expectProblem(refused, 'lease_expired');
      const vote = await updateScenario({ client: owner, made, position: 2 }, { vote: '0' });
      assert.equal(vote.status, 204);
      assert.deepEqual(await outputsOf(owner, made), NEW);
      const { staged } = await countLeft(db);
      assert.ok(staged <= 6, 'the judged scenario was brought up to date before');
    });

    test('gives way to what is written later', async (t) => {
      const { server, db, restart } = await start(t, engine);
      const { owner } = server;
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(4) });
      await leaveShownImport(db, { ...made, texts: NEW });
      const outputs = made.variants.map(({ id }) => ({ variant_id: id, variant_output: 'later' }));
      await updateScenario({ client: owner, made }, { outputs });
      const expected = [['later', 'later'], ...NEW.slice(1)];
      assert.deepEqual(await outputsOf(owner, made), expected);
      const again = await restart();
      await until('nothing is left', async () => (await countLeft(db)).shown === 0);
      assert.deepEqual(await countLeft(db), NOTHING);
      assert.deepEqual(await outputsOf(again.owner, made), expected);
      assert.equal((await takeTasks(again.owner, made, 5)).length, 4);
    });

    test('is finished before the next one, and before a run asks for outputs', async (t) => {
      const { server, db } = await start(t, engine);
      const { owner } = server;
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(4) });
      await leaveShownImport(db, { ...made, texts: NEW });
      const next = outputTable(made, [['next', '']]);
      const { body } = await sendOutputs(owner, made, { content: next });
      assert.deepEqual(body, { rows: 1, outputs: 1 });
      assert.deepEqual(await countLeft(db), NOTHING);
      const expected = [['next', NEW[0]?.[1]], ...NEW.slice(1)];
      assert.deepEqual(await outputsOf(owner, made), expected);

      const parameters = [{}, {}];
      const run = await makeRunnable(owner, { rows: 4, parameters, uri: 'https://app.test' });
      await leaveShownImport(db, { ...run, texts: NEW });
      const { total, status } = await owner.startGeneration({ parameters: run });
      assert.deepEqual([total, status], [0, 'finished']);
    });

    test('is not removed', async (t) => {
      const { server, db } = await start(t, engine);
      const { owner } = server;
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(4) });
      await leaveShownImport(db, { ...made, texts: NEW });
      await removeExpired(db, Date.now() + 2 * HOUR_MS);
      assert.deepEqual(await outputsOf(owner, made), NEW);
    });

    test('goes with its evaluation', async (t) => {
      const { server, db } = await start(t, engine);
      const { owner } = server;
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(4) });
      await leaveShownImport(db, { ...made, texts: NEW });
      await owner.deleteHumanEvaluations({ body: { evaluations_ids: [made.evaluation_id] } });
      await removeExpired(db, Date.now() + 2 * HOUR_MS);
      assert.deepEqual(await countLeft(db), NOTHING);
    });
  });

  describe(`an import that was never shown on ${engine}`, () => {
    test('is seen by nobody, and removed in time', async (t) => {
      const { server, db } = await start(t, engine);
      const { owner } = server;
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(4) });
      const now = Date.now();
      await leaveStagedImport(db, { ...made, texts: NEW, removableAt: now });
      await leaveStagedImport(db, { ...made, texts: NEW, removableAt: now + 1 });
      assert.ok((await outputsOf(owner, made)).flat().every((output) => output === undefined));
      await removeExpired(db, now);
      assert.deepEqual(await countLeft(db), { staged: 8, imports: 1, shown: 0 });
    });

    test('leaves nothing behind when it is refused', async (t) => {
      const { server, db } = await start(t, engine);
      const { owner } = server;
      const rows = 900;
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(rows) });
      const texts = outputTexts(rows, 'text');
      await sendOutputs(owner, made, { content: outputTable(made, texts) });
      assert.deepEqual(await countLeft(db), NOTHING);
      const { id } = await scenarioAt({ client: owner, made, position: rows - 1 });
      await owner.updateEvaluationScenario({
        parameters: { ...made, scenario_id: id },
        body: { vote: '0' },
      });
      const changed = outputTable(made, outputTexts(rows, 'changed'));
      const refused = await sendOutputs(owner, made, { content: changed });
      expectProblem(refused, 'already_judged');
      assert.deepEqual(await countLeft(db), NOTHING);
      const same = await sendOutputs(owner, made, { content: outputTable(made, texts) });
      assert.deepEqual(same.body, { rows, outputs: 0 });
      assert.deepEqual(await countLeft(db), NOTHING);
    });
  });
}

interface Started {
  readonly server: TestServer;
  readonly db: Db;
  /** Stops the server and starts another one on the same data. */
  readonly restart: () => Promise<TestServer>;
}

async function start(t: TestContext, engine: EngineName): Promise<Started> {
  const place =
    engine === 'postgres'
      ? { databaseUrl: await createDatabase() }
      : { dataDirectory: temporaryDirectory(t) };
  let server = await startTestServer({ engine, ...place });
  const { db, close } = openBeside(place);
  t.after(async () => {
    await server.stop();
    await close();
  });
  return {
    server,
    db,
    restart: async () => {
      await server.stop();
      server = await startTestServer({ engine, ...place });
      return server;
    },
  };
}
