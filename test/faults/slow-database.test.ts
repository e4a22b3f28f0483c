import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startGenerateApp } from '../../examples/generate-app/server.ts';
import type { Client } from '../../src/client/client.ts';
import type { Generation } from '../../src/contract/outputs/generation.ts';
import { createMigratedDatabase } from '../support/databases.ts';
import { ONLY_LONG } from '../support/effort.ts';
import type { MadeEvaluation } from '../support/evaluations.ts';
import { ALLOW_LOOPBACK, finishedRun, makeRunnable, SPEAKING } from '../support/generation.ts';
import { startPostgresRelay } from '../support/postgres-relay.ts';
import { answerChat, makeProvider } from '../support/providers.ts';
import { startTestServer } from '../support/running-server.ts';
import { startTarget } from '../support/target-server.ts';
import { until } from '../support/until.ts';

test('a run finishes on a PostgreSQL slower than the app: outputs that wait for storage pause it only until they are stored', (t) =>
  assertRunEnds(t, { cells: CELLS, lateMs: 25 }));

test(
  'a run of 5,000 cells finishes although each message to and from PostgreSQL is 50 ms late',
  ONLY_LONG,
  (t) => assertRunEnds(t, { cells: 5_000, lateMs: 50 }),
);

/** The app answers at once. */
async function assertRunEnds(
  t: TestContext,
  { cells, lateMs }: { cells: number; lateMs: number },
): Promise<void> {
  const databaseUrl = await createMigratedDatabase();
  const target = await startTarget(answerChat);
  t.after(() => target.close());
  const made = await prepareOn(databaseUrl, (client) => makeRunOf(client, cells, target.url));
  const relay = await startPostgresRelay(databaseUrl, { lateMs });
  const server = await startTestServer({ ...POSTGRES, databaseUrl: relay.url });
  t.after(async () => {
    await server.stop();
    await relay.close();
  });
  const startedAt = performance.now();
  await server.owner.startGeneration({ parameters: made });
  const { total, done, failed } = await runToItsEnd(server.owner, made);
  t.diagnostic(`${Math.round((performance.now() - startedAt) / 1000)} s`);
  assert.deepEqual([total, done, failed], [cells, cells, 0]);
}

/** Waits until the run has finished, as long as more outputs keep being stored. */
async function runToItsEnd(client: Client, parameters: MadeEvaluation): Promise<Generation> {
  for (let stored = -1; ; ) {
    const run = await client.fetchGeneration({ parameters });
    if (run.status === 'finished') return run;
    await until('more is stored, or the run is over', async () => {
      const { status, done } = await client.fetchGeneration({ parameters });
      const isFurther = done > stored;
      stored = done;
      return isFurther || status === 'finished';
    });
  }
}

test('cells are claimed again when the response to their claim was lost', async (t) => {
  const databaseUrl = await createMigratedDatabase();
  const app = await startGenerateApp();
  t.after(() => app.close());
  const made = await prepareOn(databaseUrl, (client) =>
    makeRunnable(client, { rows: 60, parameters: [], uri: app.url }),
  );
  const claiming = new Set<number>();
  let lost = 0;
  const losesAnswer = (sent: string, connection: number) => {
    if (sent.includes("UPDATE generation_cells SET status = 'running'")) claiming.add(connection);
    const isLost = lost === 0 && claiming.has(connection) && sent.includes('COMMIT');
    lost += Number(isLost);
    return isLost;
  };
  const relay = await startPostgresRelay(databaseUrl, { losesAnswer });
  // Not prepared, so that the relay sees which statement is sent.
  const environment = { ...ALLOW_LOOPBACK, DATABASE_PREPARED: 'off' };
  const server = await startTestServer({ ...POSTGRES, environment, databaseUrl: relay.url });
  t.after(async () => {
    await server.stop();
    await relay.close();
  });
  await server.owner.startGeneration({ parameters: made });
  const { done, failed } = await finishedRun(server.owner, made);
  assert.deepEqual([lost, done, failed], [1, 120, 0]);
});

/** More than may wait for the database before calls stop, even with as many claimed besides. */
const CELLS = 1_000;
const POSTGRES = { engine: 'postgres', environment: ALLOW_LOOPBACK } as const;

/** Each variant has its own provider, which takes all concurrent calls of a process. */
async function makeRunOf(client: Client, cells: number, url: string): Promise<MadeEvaluation> {
  const providers = [await makeBusyProvider(client, url), await makeBusyProvider(client, url)];
  return makeRunnable(client, {
    rows: cells / providers.length,
    parameters: [SPEAKING, SPEAKING],
    sources: providers.map(({ id }) => ({ kind: 'provider', provider_id: id })),
  });
}

function makeBusyProvider(client: Client, base_url: string) {
  return makeProvider(client, { base_url, max_concurrent: 64 });
}

/** Prepares data on a server without faults. */
async function prepareOn<Prepared>(
  databaseUrl: string,
  prepare: (client: Client) => Promise<Prepared>,
): Promise<Prepared> {
  const server = await startTestServer({ ...POSTGRES, databaseUrl });
  const prepared = await prepare(server.owner);
  await server.stop();
  return prepared;
}
