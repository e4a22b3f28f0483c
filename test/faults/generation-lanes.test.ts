import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, type TestContext, test } from 'node:test';
import { startGenerateApp } from '../../examples/generate-app/server.ts';
import type { Client } from '../../src/client/client.ts';
import type { Cell } from '../../src/contract/generation.ts';
import { ENGINES } from '../support/engine-names.ts';
import type { MadeEvaluation } from '../support/evaluations.ts';
import {
  ALLOW_LOOPBACK,
  finishedRun,
  makeRunnable,
  SPEAKING,
  startHeldApp,
} from '../support/generation.ts';
import { makeProvider } from '../support/providers.ts';
import { makeRawDatabase } from '../support/raw-database.ts';
import { startServerProcess } from '../support/server-process.ts';
import { startTarget } from '../support/target-server.ts';
import { until } from '../support/until.ts';

/** Calls at once, over everything that a process calls. */
const MOST_CALLS = 64;
const TEN_MINUTES = { 'retry-after': '600' } as const;

for (const engine of ENGINES) {
  describe(`lanes on ${engine}`, () => {
    async function start(t: TestContext) {
      const database = await makeRawDatabase(t, engine);
      const app = await startGenerateApp();
      const options = { ...database.place, environment: ALLOW_LOOPBACK };
      const server = await startServerProcess(options);
      t.after(() => Promise.all([server.kill(), app.close()]));
      return { database, app, owner: server.owner };
    }

    test('sixty-four calls that do not end keep no other base waiting', async (t) => {
      const { app, owner } = await start(t);
      const held = await startHeldApp();
      t.after(() => held.close());
      const slow = await makeRunOn(owner, {
        url: held.url,
        rows: MOST_CALLS,
        max_concurrent: MOST_CALLS,
      });
      await owner.startGeneration({ parameters: slow });
      await until('all calls are under way', async () => held.waiting() === MOST_CALLS);
      const fast = await makeRunnable(owner, { rows: 2, parameters: [], uri: app.url });
      await owner.startGeneration({ parameters: fast });
      assert.equal((await finishedRun(owner, fast)).done, 4);
      const cells = await owner.listGenerationCells({ parameters: slow, query: { limit: 200 } });
      assert.ok(cells.every(({ attempts }) => attempts === 0));
    });

    test('a 429 to the last attempt lets the provider rest as well', async (t) => {
      const { database, app, owner } = await start(t);
      const answers = [503, 429];
      const target = await startTarget((request, response: ServerResponse) => {
        request.resume();
        response.writeHead(answers.shift() ?? 200, TEN_MINUTES).end();
      });
      t.after(() => target.close());
      const refused = await makeRunOn(owner, { url: target.url, rows: 1, max_concurrent: 1 });
      await owner.startGeneration({ parameters: refused });
      await untilCell(owner, refused, ({ attempts }) => attempts === 1);
      await database.run('UPDATE generation_cells SET attempts = 4, due_at = 0');
      assert.equal((await finishedRun(owner, refused)).failed, 1);
      await owner.retryGeneration({ parameters: refused });
      await untilCell(owner, refused, ({ status }) => status === 'running');
      const other = await makeRunnable(owner, { rows: 2, parameters: [], uri: app.url });
      await owner.startGeneration({ parameters: other });
      await finishedRun(owner, other);
      assert.equal(target.requests().length, 2);
    });
  });
}

/** A run of which one variant is answered by a provider of its own, and the other by nobody. */
async function makeRunOn(
  client: Client,
  { url, rows, max_concurrent }: { url: string; rows: number; max_concurrent: number },
): Promise<MadeEvaluation> {
  const { id } = await makeProvider(client, { base_url: url, max_concurrent });
  return makeRunnable(client, {
    rows,
    parameters: [SPEAKING],
    sources: [{ kind: 'provider', provider_id: id }, { kind: 'import' }],
  });
}

async function untilCell(
  client: Client,
  made: MadeEvaluation,
  isSo: (cell: Cell) => boolean,
): Promise<void> {
  await until('its cell has come so far', async () => {
    const cells = await client.listGenerationCells({ parameters: made });
    return cells.every(isSo);
  });
}
