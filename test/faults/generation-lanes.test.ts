import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, type TestContext, test } from 'node:test';
import { startGenerateApp } from '../../examples/generate-app/server.ts';
import type { Client } from '../../src/client/client.ts';
import type { Cell } from '../../src/contract/outputs/generation.ts';
import { ENGINES } from '../support/engine-names.ts';
import type { MadeEvaluation } from '../support/evaluations.ts';
import {
  ALLOW_LOOPBACK,
  finishedRun,
  makeRunnable,
  type RunnableWish,
  SPEAKING,
  startHeldApp,
} from '../support/generation.ts';
import { answerChat, makeProvider } from '../support/providers.ts';
import { makeRawDatabase } from '../support/raw-database.ts';
import { startServerProcess } from '../support/server-process.ts';
import { startTarget } from '../support/target-server.ts';
import { until } from '../support/until.ts';

/** Concurrent calls of a process, over all bases and providers. */
const MOST_CALLS = 64;
/** Outputs that may wait for the database; a process makes no calls beyond them. */
const MOST_UNSETTLED = 512;
const STALLED = 'No output of a run was begun for 30 seconds';
const MINUTE_MS = 60_000;
/** Claimed three at a time, from either run: by chance, about one in 100,000 runs goes first throughout. */
const ROWS = 60;
const TEN_MINUTES = { 'retry-after': '600' } as const;

for (const engine of ENGINES) {
  describe(`lanes on ${engine}`, () => {
    async function start(t: TestContext) {
      const database = await makeRawDatabase(engine);
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

    test('two runs on the same providers take turns at each of them', async (t) => {
      const { owner } = await start(t);
      const bothRun = Promise.withResolvers<void>();
      const asked: Record<string, string[]> = { one: [], two: [] };
      const target = await startTarget((request, response) => {
        const [, provider = ''] = request.url?.split('/') ?? [];
        void text(request).then(async (body) => {
          const [run = ''] = /(first|second) run/.exec(body) ?? [];
          asked[provider]?.push(run);
          await bothRun.promise;
          answerChat(request, response);
        });
      });
      t.after(() => target.close());
      const sources: Array<NonNullable<RunnableWish['sources']>[number]> = [];
      for (const name of Object.keys(asked)) {
        const base_url = `${target.url}/${name}`;
        const { id } = await makeProvider(owner, { base_url, max_concurrent: 1 });
        sources.push({ kind: 'provider', provider_id: id });
      }
      const runs: MadeEvaluation[] = [];
      for (const prompt_system of ['first run', 'second run']) {
        const parameters = sources.map(() => ({ ...SPEAKING, prompt_system }));
        const run = await makeRunnable(owner, { rows: ROWS, parameters, sources });
        await owner.startGeneration({ parameters: run });
        runs.push(run);
      }
      await until('the second run is prepared', async () => {
        const [, second = assert.fail()] = runs;
        return (await owner.fetchGeneration({ parameters: second })).status === 'running';
      });
      bothRun.resolve();
      for (const run of runs) assert.equal((await finishedRun(owner, run)).done, 2 * ROWS);
      for (const [provider, order] of Object.entries(asked)) {
        const shown = `${provider}: ${order.join(', ')}`;
        assert.ok(order.indexOf('second run') < order.lastIndexOf('first run'), shown);
      }
    });

    test('a 429 to the last attempt pauses the provider too', async (t) => {
      const { database, app, owner } = await start(t);
      const statuses = [503, 429];
      const target = await startTarget((request, response: ServerResponse) => {
        request.resume();
        response.writeHead(statuses.shift() ?? 200, TEN_MINUTES).end();
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

    test('a run reports for how long no output came, unless all its calls wait for a retry', async (t) => {
      const { database, owner } = await start(t);
      const held = await startHeldApp();
      t.after(() => held.close());
      const made = await makeRunnable(owner, { rows: 2, parameters: [], uri: held.url });
      const stalledSeconds = async () => {
        await database.run(`UPDATE generation_runs SET resumed_at = resumed_at - ${MINUTE_MS}`);
        await database.run(`UPDATE generation_counts SET settled_at = settled_at - ${MINUTE_MS}`);
        return (await owner.fetchGeneration({ parameters: made })).stalled_seconds;
      };
      const { stalled_seconds } = await owner.startGeneration({ parameters: made });
      assert.equal(stalled_seconds, null);
      await until('all calls are under way', async () => held.waiting() === 4);
      assert.ok(((await stalledSeconds()) ?? 0) >= 60);
      held.fail(TEN_MINUTES);
      await untilCell(owner, made, ({ attempts }) => attempts === 1);
      assert.equal(await stalledSeconds(), null);
    });
  });
}

test('a run whose outputs cannot be stored is reported in the log and in the metrics, and goes on when they can', async (t) => {
  const database = await makeRawDatabase('sqlite');
  const target = await startTarget(answerChat);
  const environment = { ...ALLOW_LOOPBACK, LOG_LEVEL: 'warn' };
  const server = await startServerProcess({ ...database.place, environment });
  t.after(() => Promise.all([server.kill(), target.close()]));
  const { owner } = server;
  const rows = 4 * MOST_CALLS;
  const runs = [];
  for (const url of Array(4).fill(target.url)) {
    runs.push(await makeRunOn(owner, { url, rows, max_concurrent: MOST_CALLS }));
  }
  await database.run(
    "CREATE TRIGGER refuse BEFORE INSERT ON written_outputs BEGIN SELECT RAISE(ABORT, 'no'); END",
  );
  for (const parameters of runs) await owner.startGeneration({ parameters });
  await until('no more calls are made', async () => target.requests().length >= MOST_UNSETTLED);
  await until('it is in the metrics', async () => {
    const { body } = await owner.reply.readMetrics();
    return /^jurybox_generation_stalls_total [1-9]/m.test(String(body));
  });
  await until('it is in the log', async () => server.stderr().includes(STALLED));
  await database.run('DROP TRIGGER refuse');
  for (const run of runs) assert.equal((await finishedRun(owner, run)).done, rows);
});

/** A run with one variant on its own provider, and another whose outputs are never imported. */
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
  isReached: (cell: Cell) => boolean,
): Promise<void> {
  await until('its cells have come so far', async () => {
    const cells = await client.listGenerationCells({ parameters: made });
    return cells.every(isReached);
  });
}
