import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Client, createClient } from '../../src/client/client.ts';
import { unique } from '../support/builders.ts';
import { rounds } from '../support/effort.ts';
import { expectProblem } from '../support/expect.ts';
import { freeze } from '../support/freeze.ts';
import { ALLOW_LOOPBACK, finishedRun, makeRunnable, SPEAKING } from '../support/generation.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { answerChat, makeProvider } from '../support/providers.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { startTarget, type TargetServer } from '../support/target-server.ts';
import { until } from '../support/until.ts';

const NO_REQUEST_HANGS_MS = 30_000;

let postgres: PostgresServer;
let server: ServerProcess;
let thaw: () => void = () => undefined;
before(async () => {
  postgres = await startPostgres();
  const options = { databaseUrl: postgres.url, environment: ALLOW_LOOPBACK };
  server = await startServerProcess(options);
});
after(async () => {
  // A frozen server could not be stopped.
  thaw();
  await server?.kill();
  await postgres?.stop();
});

test('G18: no request hangs on a frozen PostgreSQL, and the service heals when it thaws', async () => {
  const client = createClient({
    baseUrl: server.url,
    apiKey: OWNER_KEY,
    fetch: (input, init) =>
      fetch(input, { ...init, signal: AbortSignal.timeout(NO_REQUEST_HANGS_MS) }),
  });
  await client.createApp({ body: { app_name: unique('app') } });

  thaw = freeze(postgres);
  const reading = client.reply.listApps();
  const writing = client.reply.createApp({ body: { app_name: unique('app') } });
  // The readiness check waits less than a read.
  const first = await Promise.race([reading, client.reply.checkReadiness()]);
  assert.equal('checks' in first.body && first.body.checks.database, 'failed');
  expectProblem(await reading, 'unavailable');
  expectProblem(await writing, 'unavailable');
  thaw();
  await until('ready again', async () => (await client.reply.checkReadiness()).status === 200);
  await client.createApp({ body: { app_name: unique('app') } });
});

test('generation runs finish although PostgreSQL is frozen several times during them', async (t) => {
  const target = await startTarget(answerChat);
  t.after(() => target.close());
  const { owner } = server;
  const runs = [await makeBusyRun(owner, target.url), await makeBusyRun(owner, target.url)];
  for (const parameters of runs) await owner.startGeneration({ parameters });
  for (let freezes = 1; freezes <= FREEZES; freezes += 1) {
    await until(
      'more is stored',
      async () => (await doneOf(owner, runs)) >= freezes * BETWEEN_FREEZES,
    );
    thaw = freeze(postgres);
    await untilQuiet(target);
    thaw();
  }
  for (const run of runs) {
    const { total, done } = await finishedRun(owner, run);
    assert.equal(done, total);
  }
});

const FREEZES = rounds({ short: 3, long: 10 });
/** Outputs that are stored between two freezes. */
const BETWEEN_FREEZES = 400;
const ROWS = FREEZES * 130;
/** Longer than any call takes. */
const QUIET_MS = 300;

/** Each variant has its own provider, which takes all concurrent calls of a process. */
async function makeBusyRun(client: Client, base_url: string) {
  const sources = [];
  for (const _variant of ['A', 'B']) {
    const { id } = await makeProvider(client, { base_url, max_concurrent: 64 });
    sources.push({ kind: 'provider', provider_id: id } as const);
  }
  return makeRunnable(client, { rows: ROWS, parameters: [SPEAKING, SPEAKING], sources });
}

async function doneOf(
  client: Client,
  runs: readonly { readonly evaluation_id: string }[],
): Promise<number> {
  let sum = 0;
  for (const parameters of runs) sum += (await client.fetchGeneration({ parameters })).done;
  return sum;
}

async function untilQuiet(target: TargetServer): Promise<void> {
  let count = target.requests().length;
  let since = performance.now();
  await until('no more calls arrive', async () => {
    const now = performance.now();
    if (target.requests().length > count) since = now;
    count = target.requests().length;
    return now - since > QUIET_MS;
  });
}
