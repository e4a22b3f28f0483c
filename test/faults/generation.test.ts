import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { startChatStub } from '../../examples/chat-stub/server.ts';
import type { Client } from '../../src/client/client.ts';
import { copyMigratedFile } from '../support/copy-migrated-file.ts';
import { createMigratedDatabase } from '../support/databases.ts';
import { rounds } from '../support/effort.ts';
import type { MadeEvaluation } from '../support/evaluations.ts';
import {
  ALLOW_LOOPBACK,
  finishedRun,
  makeRunnable,
  outputsOf,
  SPEAKING,
  startHeldApp,
} from '../support/generation.ts';
import { makeProvider } from '../support/providers.ts';
import { reachableAt } from '../support/reachable.ts';
import { startTestServer } from '../support/running-server.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { startServerProcess } from '../support/server-process.ts';
import { startTarget, type TargetServer } from '../support/target-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { until } from '../support/until.ts';

const ROUNDS = rounds({ short: 5, long: 20 });

test(`G1: ${ROUNDS} times kill -9 lose no output, double none and repeat no call for a stored output`, async (t) => {
  const random = seededRandom('killed runs');
  const dataDirectory = temporaryDirectory();
  copyMigratedFile(dataDirectory);
  const app = await startCountingApp();
  t.after(() => app.close());
  const options = { dataDirectory, environment: ALLOW_LOOPBACK };
  let made: MadeEvaluation | undefined;
  let round = 0;
  while (round < ROUNDS) {
    const server = await startServerProcess(options);
    if (made === undefined || (await isOver(server.owner, made))) {
      if (made !== undefined) await assertWhole(server.owner, made);
      made = await makeRunnable(server.owner, {
        rows: 150,
        parameters: [{ style: `${round} one` }, { style: `${round} two` }],
        uri: app.url,
      });
      await server.owner.startGeneration({ parameters: made });
    }
    await setTimeout(random.between(20, 400));
    await server.kill();
    round += 1;
    app.markStored(readStored(join(dataDirectory, 'jurybox.db')));
  }
  const server = await startServerProcess(options);
  if (made === undefined) throw new Error('No round ran.');
  await finishedRun(server.owner, made);
  await assertWhole(server.owner, made);
  await server.terminate();
  assert.deepEqual(app.repeatedCalls(), []);
  t.diagnostic(`${app.calls()} calls in ${round} rounds`);
});

test('with two processes, 5 % failing calls and one process killed, all outputs are of the pinned revisions', async (t) => {
  const databaseUrl = await createMigratedDatabase();
  const chat = await startChatStub({ failureRate: 0.05, seed: 7, delayMs: 20 });
  const app = await startCountingApp();
  t.after(() => Promise.all([chat.close(), app.close()]));
  const masterKey = Buffer.alloc(32, 7).toString('base64');
  const options = () => ({
    databaseUrl,
    dataDirectory: temporaryDirectory(),
    environment: { ...ALLOW_LOOPBACK, MASTER_KEY: masterKey },
  });
  const [first, second] = [
    await startServerProcess(options()),
    await startServerProcess(options()),
  ];
  const { owner } = second;
  const { workspace_id } = await anyWorkspace(owner);
  const { id: provider_id } = await owner.createProvider({
    body: { workspace_id, name: 'stub', base_url: chat.url, max_concurrent: 16 },
  });
  const made = await makeRunnable(owner, {
    rows: 200,
    parameters: [SPEAKING, { style: 'pinned' }],
    uri: app.url,
    sources: [{ kind: 'provider', provider_id }, { kind: 'base' }],
  });
  await owner.startGeneration({ parameters: made });
  for (const { id } of made.variants) {
    await owner.updateVariantParameters({
      parameters: { variant_id: id },
      body: { parameters: { ...SPEAKING, prompt_user: 'Changed', style: 'changed' } },
    });
  }
  await until('a part is done', async () => {
    return (await owner.fetchGeneration({ parameters: made })).done > 60;
  });
  await first.kill();
  let generation = await finishedRun(owner, made);
  while (generation.failed > 0) {
    await owner.retryGeneration({ parameters: made });
    generation = await finishedRun(owner, made);
  }
  await assertWhole(owner, made);
  const outputs = await outputsOf(owner, made);
  for (const [position, [spoken, generated]] of outputs.entries()) {
    assert.match(spoken ?? '', new RegExp(`Answer: question ${position}(?!\\d)`));
    assert.equal(generated, `pinned question ${position}`);
  }
  await second.terminate();
});

test('a process whose share of a lowered limit is zero gives back the cells it had claimed', async (t) => {
  const databaseUrl = await createMigratedDatabase();
  const held = await startHeldApp();
  const options = { engine: 'postgres', databaseUrl, environment: ALLOW_LOOPBACK } as const;
  const servers = [await startTestServer(options), await startTestServer(options)];
  t.after(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await held.close();
  });
  const owner = reachableAt(servers[0]?.url ?? '').owner;
  const provider = await makeProvider(owner, { base_url: held.url, max_concurrent: 2 });
  const source = { kind: 'provider', provider_id: provider.id } as const;
  const made = await makeRunnable(owner, {
    rows: 10,
    parameters: [SPEAKING, SPEAKING],
    sources: [source, source],
  });
  await owner.startGeneration({ parameters: made });
  const claims = await openClaims(t, databaseUrl);
  // A call under way and cells for two more, or what the first process had claimed alone.
  await until('both have claimed', async () => {
    const counts = await claims();
    return counts.length === 2 && counts.every((count) => count >= 3);
  });
  await owner.updateProvider({
    parameters: { provider_id: provider.id },
    body: { max_concurrent: 1 },
  });
  await until('one has given back all but its call', async () => {
    return (await claims()).includes(1);
  });
  held.release();
  await finishedRun(owner, made);
});

/** Reads from the database how many cells each process has claimed. */
async function openClaims(
  t: TestContext,
  databaseUrl: string,
): Promise<() => Promise<readonly number[]>> {
  const database = new pg.Client(databaseUrl);
  await database.connect();
  t.after(() => database.end());
  return async () => {
    const { rows } = await database.query<{ cells: number }>(
      `SELECT CAST(COUNT(*) AS integer) AS cells FROM generation_cells
       WHERE claimed_by IS NOT NULL AND status = 'running' GROUP BY claimed_by`,
    );
    return rows.map(({ cells }) => cells);
  };
}

async function isOver(client: Client, made: MadeEvaluation): Promise<boolean> {
  return (await client.fetchGeneration({ parameters: made })).status === 'finished';
}

async function assertWhole(client: Client, made: MadeEvaluation): Promise<void> {
  const { total, done, failed } = await client.fetchGeneration({ parameters: made });
  assert.deepEqual([done, failed], [total, 0]);
  const outputs = await outputsOf(client, made);
  assert.equal(outputs.flat().length, total);
  assert.ok(outputs.flat().every((output) => output !== undefined));
}

async function anyWorkspace(client: Client): Promise<{ workspace_id: string }> {
  const { app_id } = await client.createApp({ body: { app_name: crypto.randomUUID() } });
  return client.fetchApp({ parameters: { app_id } });
}

interface CountingApp extends TargetServer {
  readonly calls: () => number;
  /** Marks outputs as stored: the service must not call for them again. */
  readonly markStored: (outputs: readonly string[]) => void;
  readonly repeatedCalls: () => readonly string[];
}

/** Echoes its input after a few milliseconds, and records calls for stored outputs. */
async function startCountingApp(): Promise<CountingApp> {
  const stored = new Set<string>();
  const repeated: string[] = [];
  let calls = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    calls += 1;
    const chunks: Buffer[] = await Array.fromAsync(request);
    const { style, question } = JSON.parse(Buffer.concat(chunks).toString());
    const output = `${style} ${question}`;
    if (stored.has(output)) repeated.push(output);
    await setTimeout(5);
    response.end(JSON.stringify(output));
  };
  const target = await startTarget((request, response) => void answer(request, response));
  return {
    ...target,
    calls: () => calls,
    markStored: (outputs) => {
      for (const output of outputs) stored.add(output);
    },
    repeatedCalls: () => repeated,
  };
}

/** All outputs in the database file of a killed server. */
function readStored(path: string): readonly string[] {
  const database = new DatabaseSync(path);
  const rows = database.prepare('SELECT output FROM scenario_outputs').all();
  database.close();
  return rows.map((row) => String(row['output']));
}
