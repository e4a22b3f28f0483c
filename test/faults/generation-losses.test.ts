import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import { ENGINES, type EngineName } from '../support/engine-names.ts';
import {
  ALLOW_LOOPBACK,
  finishedRun,
  makeRunnable,
  outputsOf,
  startHeldApp,
} from '../support/generation.ts';
import { DEADLY_HEADER, type Death } from '../support/mortal-thread.ts';
import { type ServerProcessOptions, startServerProcess } from '../support/server-process.ts';
import { startTarget } from '../support/target-server.ts';
import { makeDataPlace } from '../support/unfinished-import.ts';
import { until } from '../support/until.ts';

/** With two variants, as many cells as a base gets concurrent calls. */
const ROWS = 4;
const CELLS = 8;
const MORTAL = ['--import', new URL('../support/mortal-thread.ts', import.meta.url).href];
/** The calls whose responses end the thread; fewer than the attempts of a cell. */
const DEADLY_CALLS: ReadonlyMap<number, Death> = new Map([
  [20, 'exit'],
  [60, 'throw'],
  [100, 'before it commits'],
]);

for (const engine of ENGINES) {
  // They wait for leases to run out, each on its own servers.
  describe(`on ${engine}`, { concurrency: true }, () => {
    test('a run whose thread dies in three ways stores every output once', async (t) => {
      const callCounts = new Map<string, number>();
      let calls = 0;
      const answer = async (request: IncomingMessage, response: ServerResponse) => {
        calls += 1;
        const death = DEADLY_CALLS.get(calls);
        if (death !== undefined) response.setHeader(DEADLY_HEADER, death);
        const chunks: Buffer[] = await Array.fromAsync(request);
        const { style, question } = JSON.parse(Buffer.concat(chunks).toString());
        const output = `${style} ${question}`;
        callCounts.set(output, (callCounts.get(output) ?? 0) + 1);
        response.end(JSON.stringify(output));
      };
      const app = await startTarget((request, response) => void answer(request, response));
      t.after(() => app.close());
      const options = await optionsOn(engine);
      const server = await startServerProcess({ ...options, programArguments: MORTAL });
      t.after(() => server.kill());
      const made = await makeRunnable(server.owner, {
        rows: 60,
        parameters: [{ style: 'one' }, { style: 'two' }],
        uri: app.url,
      });
      await server.owner.startGeneration({ parameters: made });
      const { total, done, failed } = await finishedRun(server.owner, made);
      assert.deepEqual([total, done, failed], [120, 120, 0]);
      const expected = Array.from({ length: 60 }, (_, row) =>
        ['one', 'two'].map((style) => `${style} question ${row}`),
      );
      assert.deepEqual(await outputsOf(server.owner, made), expected);
      const deaths = server
        .stderr()
        .match(/"message":"The thread that generates outputs ended with code [13]/g)?.length;
      assert.equal(deaths, DEADLY_CALLS.size, server.stderr());
      const query = { limit: 200 };
      const cells = await server.owner.listGenerationCells({ parameters: made, query });
      for (const { position, variant_id, attempts } of cells) {
        const style = variant_id === made.variants[0]?.id ? 'one' : 'two';
        const times = callCounts.get(`${style} question ${position}`) ?? 0;
        assert.ok(times >= 1 && times <= attempts, `${style} ${position}: ${times} of ${attempts}`);
      }
      await server.terminate();
    });

    for (const end of ['kill', 'terminate'] as const) {
      test(`${end}: the open calls of a canceled run are given up, not left waiting`, async (t) => {
        const held = await startHeldApp();
        t.after(() => held.close());
        const options = await optionsOn(engine);
        const first = await startServerProcess(options);
        const made = await makeRunnable(first.owner, { rows: ROWS, parameters: [], uri: held.url });
        await first.owner.startGeneration({ parameters: made });
        await until('all calls are under way', async () => held.waiting() === CELLS);
        await first.owner.cancelGeneration({ parameters: made });
        await first[end]();
        const second = await startServerProcess(options);
        t.after(() => second.kill());
        await until('all cells are given up', async () => {
          const query = { status: 'canceled' } as const;
          const cells = await second.owner.listGenerationCells({ parameters: made, query });
          return cells.length === CELLS;
        });
        const { status, variants } = await second.owner.fetchGeneration({ parameters: made });
        assert.equal(status, 'canceled');
        assert.deepEqual(
          variants.map(({ waiting }) => waiting),
          [0, 0],
        );
        held.release();
        await second.owner.retryGeneration({ parameters: made });
        assert.equal((await finishedRun(second.owner, made)).done, CELLS);
        await second.terminate();
      });
    }
  });
}

async function optionsOn(engine: EngineName): Promise<ServerProcessOptions> {
  const place = await makeDataPlace(engine);
  return { ...place, environment: ALLOW_LOOPBACK };
}
