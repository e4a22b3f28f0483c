import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import { removeExpired } from '../../src/jobs/upkeep.ts';
import { removeImport } from '../../src/operations/outputs/parts/remove-import.ts';
import type { Db } from '../../src/storage/database.ts';
import { makeMember } from '../support/builders.ts';
import { ENGINES, type EngineName } from '../support/engine-names.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type MadeEvaluation, makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { expectProblem } from '../support/expect.ts';
import { makeRunnable, outputsOf } from '../support/generation.ts';
import { outputTable, outputTexts, sendOutputs } from '../support/output-files.ts';
import { makeRawDatabase } from '../support/raw-database.ts';
import { HOUR_MS } from '../support/requests.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { scenarioAt, updateScenario } from '../support/scenarios.ts';
import { takeTasks } from '../support/take-tasks.ts';
import {
  countLeft,
  leaveShownImport,
  leaveUnseenImport,
  openBeside,
} from '../support/unfinished-import.ts';
import { until } from '../support/until.ts';

/** The counts when nothing is left of imports beside the shown outputs. */
const nothingBeside = (written: number) => ({ unseen: 0, imports: 0, unsettled: 0, written });
const NEW = outputTexts(4, 'new');
/** Enough rows to be written in several parts. */
const MANY = 3_000;

for (const engine of ENGINES) {
  describe(`an import that was shown and not settled on ${engine}`, () => {
    test('is shown whole, in lists and in files', async (t) => {
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
    });

    test('hides earlier imports that are not settled either', async (t) => {
      const { server, db } = await start(t, engine);
      const made = await makeHumanEvaluation(server.owner, { rows: numberedRows(4) });
      for (const text of ['first', 'second', 'third']) {
        await leaveShownImport(db, { ...made, texts: outputTexts(4, text) });
        assert.deepEqual(await outputsOf(server.owner, made), outputTexts(4, text));
      }
    });

    test('gives its evaluation outputs, on which the status depends', async (t) => {
      const { server, db } = await start(t, engine);
      const { owner } = server;
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(4) });
      await leaveShownImport(db, { ...made, texts: NEW });
      const setStatus = (status: 'EVALUATION_STARTED' | 'EVALUATION_INITIALIZED') =>
        owner.reply.updateHumanEvaluation({ parameters: made, body: { status } });
      assert.equal((await setStatus('EVALUATION_STARTED')).status, 204);
      expectProblem(await setStatus('EVALUATION_INITIALIZED'), 'invalid_transition');
    });

    test('refuses judgements of texts that it replaces', async (t) => {
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
    });

    test('gives way to outputs that are written later', async (t) => {
      const { server, db, restart } = await start(t, engine);
      const { owner } = server;
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(4) });
      await leaveShownImport(db, { ...made, texts: NEW });
      const outputs = made.variants.map(({ id }) => ({ variant_id: id, variant_output: 'later' }));
      await updateScenario({ client: owner, made }, { outputs });
      const expected = [['later', 'later'], ...NEW.slice(1)];
      assert.deepEqual(await outputsOf(owner, made), expected);
      const again = await restart();
      await until('it is settled', async () => (await countLeft(db)).unsettled === 0);
      assert.deepEqual(await countLeft(db), nothingBeside(8));
      assert.deepEqual(await outputsOf(again.owner, made), expected);
      assert.equal((await takeTasks(again.owner, made, 5)).length, 4);
    });

    test('is replaced by the next import, and found by a run', async (t) => {
      const { server, db } = await start(t, engine);
      const { owner } = server;
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(4) });
      await leaveShownImport(db, { ...made, texts: NEW });
      const next = outputTable(made, [['next', '']]);
      const { body } = await sendOutputs(owner, made, { content: next });
      assert.deepEqual(body, { rows: 1, outputs: 1, left_out: [] });
      assert.deepEqual(await countLeft(db), { ...nothingBeside(8), unsettled: 1 });
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
      const shown = await leaveShownImport(db, { ...made, texts: NEW });
      await removeExpired(db, Date.now() + 2 * HOUR_MS);
      await removeImport(db, shown);
      assert.deepEqual(await outputsOf(owner, made), NEW);
    });

    test('is deleted with its evaluation', async (t) => {
      const { server, db } = await start(t, engine);
      const { owner } = server;
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(4) });
      await leaveShownImport(db, { ...made, texts: NEW });
      await owner.deleteHumanEvaluations({ body: { evaluations_ids: [made.evaluation_id] } });
      await removeExpired(db, Date.now() + 2 * HOUR_MS);
      assert.deepEqual(await countLeft(db), nothingBeside(0));
    });

    test('ends no lease on the texts that it shows', async (t) => {
      const { server, db, restart } = await start(t, engine);
      const { owner } = server;
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(4) });
      await fillOutputs(owner, made);
      const annotator = await makeMember(server, ['evaluator']);
      await leaveShownImport(db, { ...made, texts: NEW });
      const [task] = await takeTasks(annotator.client, made);
      const again = await restart();
      await until('it is settled', async () => (await countLeft(db)).unsettled === 0);
      const held = await again.client(annotator.key).fetchAssignment({
        parameters: { assignment_id: task?.id ?? '' },
      });
      assert.equal(held.status, 'open');
    });
  });

  describe(`an import that was never shown on ${engine}`, () => {
    test('is not visible, and is removed in time', async (t) => {
      const { server, db } = await start(t, engine);
      const { owner } = server;
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(4) });
      const now = Date.now();
      await leaveUnseenImport(db, { ...made, texts: NEW, removableAt: now });
      await leaveUnseenImport(db, { ...made, texts: NEW, removableAt: now + 1 });
      assert.ok((await outputsOf(owner, made)).flat().every((output) => output === undefined));
      await removeExpired(db, now);
      assert.deepEqual(await countLeft(db), { unseen: 8, imports: 1, unsettled: 0, written: 8 });
    });

    test('is refused when a scenario is judged after it was checked', async (t) => {
      const { server, db } = await start(t, engine);
      const { owner } = server;
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(MANY) });
      const before = outputTexts(MANY, 'before');
      const after = outputTexts(MANY, 'after');
      await sendOutputs(owner, made, { content: outputTable(made, before) });
      const { id } = await scenarioAt({ client: owner, made });
      const importing = await beginImport({ db, client: owner, made }, after);
      await owner.updateEvaluationScenario({
        parameters: { ...made, scenario_id: id },
        body: { vote: '0' },
      });
      const query = { limit: 1 };
      const [judged] = await owner.listEvaluationScenarios({ parameters: made, query });
      const reply = await importing.reply;
      // Judged texts stay; a vote that came too late was about the new texts.
      const isOld = judged?.outputs[0]?.variant_output === before[0]?.[0];
      if (isOld) expectProblem(reply, 'already_judged');
      assert.deepEqual(await outputsOf(owner, made), isOld ? before : after);
    });

    test('is refused when the evaluation is closed after it was checked', async (t) => {
      const { server, db } = await start(t, engine);
      const { owner } = server;
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(MANY) });
      const texts = outputTexts(MANY, 'text');
      const importing = await beginImport({ db, client: owner, made }, texts);
      await owner.closeHumanEvaluation({ parameters: made });
      const seen = (await outputsOf(owner, made)).flat();
      const reply = await importing.reply;
      // A file that was shown before stays; nothing more comes into a closed evaluation.
      const isShown = seen[0] !== undefined;
      if (!isShown) expectProblem(reply, 'evaluation_closed');
      assert.deepEqual((await outputsOf(owner, made)).flat(), seen);
      assert.deepEqual(seen, isShown ? texts.flat() : Array(2 * MANY).fill(undefined));
    });

    test('leaves nothing behind when it is refused', async (t) => {
      const { server, db } = await start(t, engine);
      const { owner } = server;
      const rows = 900;
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(rows) });
      const texts = outputTexts(rows, 'text');
      await sendOutputs(owner, made, { content: outputTable(made, texts) });
      assert.deepEqual(await countLeft(db), nothingBeside(2 * rows));
      const { id } = await scenarioAt({ client: owner, made, position: rows - 1 });
      await owner.updateEvaluationScenario({
        parameters: { ...made, scenario_id: id },
        body: { vote: '0' },
      });
      const changed = outputTable(made, outputTexts(rows, 'changed'));
      const refused = await sendOutputs(owner, made, { content: changed });
      expectProblem(refused, 'already_judged');
      assert.deepEqual(await countLeft(db), nothingBeside(2 * rows));
      const same = await sendOutputs(owner, made, { content: outputTable(made, texts) });
      assert.deepEqual(same.body, { rows, outputs: 0, left_out: [] });
      assert.deepEqual(await countLeft(db), nothingBeside(2 * rows));
    });
  });
}

/** Waits until at least a part of a file is written; the reply comes later. */
async function beginImport(
  { db, client, made }: { db: Db; client: Client; made: MadeEvaluation },
  texts: readonly (readonly string[])[],
): Promise<{ reply: ReturnType<typeof sendOutputs> }> {
  let isOver = false;
  const reply = sendOutputs(client, made, { content: outputTable(made, texts) }).finally(() => {
    isOver = true;
  });
  await until('a part is written', async () => isOver || (await countLeft(db)).unseen > 0);
  return { reply };
}

interface StartedServer {
  readonly server: TestServer;
  readonly db: Db;
  /** Stops the server and starts another one on the same data. */
  readonly restart: () => Promise<TestServer>;
}

async function start(t: TestContext, engine: EngineName): Promise<StartedServer> {
  const { place } = await makeRawDatabase(engine);
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
