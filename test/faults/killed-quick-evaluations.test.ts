import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Client } from '../../src/client/client.ts';
import { removeExpired } from '../../src/jobs/upkeep.ts';
import { type Db, findRow } from '../../src/storage/database.ts';
import { statement } from '../../src/storage/statement.ts';
import { ENGINES, type EngineName } from '../support/engine-names.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { countLeft, makeDataPlace, openBeside } from '../support/unfinished-import.ts';
import { until } from '../support/until.ts';

const ROWS = 3_000;
const FILE = `question,a,b\n${'why?,one answer,another answer\n'.repeat(ROWS)}`;
/** Shorter than any part of an import takes. */
const POLL_MS = 1;
const HOUR_MS = 60 * 60 * 1000;

/** A server that is faster than the test polls gets another request. */
const MOST_ATTEMPTS = 20;

const COUNT_ROWS = statement(
  `SELECT (SELECT COUNT(*) FROM apps) AS apps, (SELECT COUNT(*) FROM bases) AS bases,
     (SELECT COUNT(*) FROM variants) AS variants, (SELECT COUNT(*) FROM testsets) AS testsets,
     (SELECT COUNT(*) FROM testset_revisions) AS revisions,
     (SELECT COUNT(*) FROM human_evaluations) AS evaluations,
     (SELECT COUNT(*) FROM scenarios) AS scenarios,
     (SELECT COUNT(*) FROM written_outputs) AS outputs,
     (SELECT COUNT(*) FROM annotator_invitations) AS links`,
  {
    apps: 'integer',
    bases: 'integer',
    variants: 'integer',
    testsets: 'integer',
    revisions: 'integer',
    evaluations: 'integer',
    scenarios: 'integer',
    outputs: 'integer',
    links: 'integer',
  },
);

for (const engine of ENGINES) {
  describe(`kill -9 during createQuickEvaluation on ${engine}`, () => {
    test('leaves nothing visible, and the upkeep removes the rest', async (t) => {
      const { db, startServer } = await start(t, engine);
      for (let attempt = 1; ; attempt += 1) {
        assert.ok(attempt <= MOST_ATTEMPTS, 'no request was seen in the middle');
        const server = await startServer();
        const isUnseen = await killWhile(server, async () => (await countLeft(db)).unseen > 0);
        const again = await startServer();
        const apps = await again.owner.listApps({ query: {} });
        if (apps.length > 0) {
          await assertWhole(again.owner, apps[0]?.app_id ?? '');
          await again.owner.deleteApp({ parameters: { app_id: apps[0]?.app_id ?? '' } });
        }
        await again.terminate();
        await removeExpired(db, Date.now() + 3 * HOUR_MS);
        const left = await findRow(db, COUNT_ROWS, []);
        assert.deepEqual([...new Set(Object.values(left ?? {}))], [0], JSON.stringify(left));
        if (isUnseen && apps.length === 0) return;
      }
    });

    test('after everything became visible keeps all of it, ready to be judged', async (t) => {
      const { db, startServer } = await start(t, engine);
      for (let attempt = 1; ; attempt += 1) {
        assert.ok(attempt <= MOST_ATTEMPTS, 'no request was seen in the middle');
        const server = await startServer();
        await killWhile(server, async () => (await countLeft(db)).unsettled > 0);
        const { unsettled } = await countLeft(db);
        const again = await startServer();
        const [app] = await again.owner.listApps({ query: {} });
        if (app !== undefined) {
          await until('it is settled', async () => (await countLeft(db)).unsettled === 0);
          await assertWhole(again.owner, app.app_id);
          await again.owner.deleteApp({ parameters: { app_id: app.app_id } });
        }
        await again.terminate();
        if (unsettled > 0) return;
      }
    });
  });
}

/** Sends the file and kills the server in the middle; returns whether it was seen there. */
async function killWhile(server: ServerProcess, isMiddle: () => Promise<boolean>) {
  let isOver = false;
  const sending = server.owner
    .createQuickEvaluation({ body: { file: new File([FILE], 'file.csv') } })
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
    });
  let isSeen = false;
  while (!isOver && !isSeen) {
    isSeen = await isMiddle();
    await setTimeout(POLL_MS);
  }
  await server.kill();
  await sending;
  return isSeen;
}

async function assertWhole(owner: Client, app_id: string): Promise<void> {
  const [evaluation] = await owner.listHumanEvaluations({ query: { app_id } });
  assert.deepEqual(evaluation?.variant_names, ['a', 'b']);
  await until('all tasks are ready', async () => {
    const { progress } = await owner.fetchResults({
      parameters: { evaluation_id: evaluation?.id ?? '' },
      query: { statistics: false },
    });
    return progress?.tasks_ready === ROWS;
  });
}

async function start(t: TestContext, engine: EngineName) {
  const place = await makeDataPlace(engine);
  const startServer = async (): Promise<ServerProcess> => {
    const server = await startServerProcess(place);
    t.after(() => server.kill());
    return server;
  };
  const { db, close }: { db: Db; close: () => Promise<void> } = openBeside(place);
  t.after(close);
  return { db, startServer };
}
