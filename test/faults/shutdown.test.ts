import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { makeApp, unique } from '../support/builders.ts';
import { copyMigratedFile } from '../support/copy-migrated-file.ts';
import { createMigratedDatabase } from '../support/databases.ts';
import { freeze } from '../support/freeze.ts';
import { ALLOW_LOOPBACK, makeRunnable, startHeldApp } from '../support/generation.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { ParkedConnection } from '../support/race-barrier.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { until } from '../support/until.ts';

const CLIENTS = 16;

describe('G17: a server that gets SIGTERM', () => {
  test('fails no request behind a load balancer that watches readiness', async (t) => {
    const databaseUrl = await createMigratedDatabase();
    const first = await startServerProcess({ databaseUrl });
    const second = await startServerProcess({ databaseUrl });
    t.after(() => second.kill());
    const served = { first: 0, second: 0 };
    let current: 'first' | 'second' = 'first';
    let isOver = false;
    const clients = Array.from({ length: CLIENTS }, async () => {
      const agent = new Agent({ keepAlive: true });
      while (!isOver) {
        const at = current;
        const { status } = await createOn(at === 'first' ? first : second, agent);
        assert.equal(status, 200);
        served[at] += 1;
      }
      agent.destroy();
    });
    const load = Promise.all(clients);
    await Promise.race([load, until('some load', async () => served.first > 200)]);
    const exit = first.terminate();
    await until('not ready', async () => {
      return (await first.owner.reply.checkReadiness()).status === 503;
    });
    current = 'second';
    assert.deepEqual(await exit, { code: 0, signal: null });
    isOver = true;
    await load;
    assert.ok(served.second > 0);
    t.diagnostic(`${served.first} requests on the first server, ${served.second} on the second`);
  });

  test('is not ready while it drains, still answers, and closes each connection with its last response', async (t) => {
    const server = await startServerProcess({ dataDirectory: migratedDirectory() });
    const agent = new Agent({ keepAlive: true });
    t.after(() => agent.destroy());
    const { app_id } = await makeApp(server.owner);
    assert.equal((await createOn(server, agent)).connection, 'keep-alive');
    const exit = server.terminate();
    await until('not ready', async () => {
      const { status, body } = await server.owner.reply.checkReadiness();
      if (status === 200) return false;
      assert.equal(status, 503);
      assert.deepEqual(body, {
        status: 'not_ready',
        checks: { database: 'ok', migrations: 'ok', disk: 'ok', draining: 'failed' },
        durability: 'full',
      });
      return true;
    });
    assert.equal((await server.owner.fetchApp({ parameters: { app_id } })).app_id, app_id);
    assert.equal((await server.owner.reply.checkLiveness()).status, 200);
    await until('a response that closes the connection', async () => {
      const { status, connection } = await createOn(server, agent);
      assert.equal(status, 200);
      return connection === 'close';
    });
    assert.deepEqual(await exit, { code: 0, signal: null });
  });

  for (const proxies of ['', 'loopback']) {
    test(`finishes a request that was in progress when it stopped listening, TRUSTED_PROXIES=${proxies}`, async () => {
      const environment = { TRUSTED_PROXIES: proxies };
      const server = await startServerProcess({
        dataDirectory: migratedDirectory(),
        environment,
      });
      const connection = await ParkedConnection.open(server.url);
      await connection.park({
        method: 'POST',
        path: '/api/apps',
        apiKey: OWNER_KEY,
        body: { app_name: 'late' },
      });
      const exit = server.terminate();
      await until('it no longer listens', () => isClosed(server));
      assert.equal((await connection.release()).status, 200);
      assert.deepEqual(await exit, { code: 0, signal: null });
    });
  }

  test('treats two signals in quick succession as one', async () => {
    const server = await startServerProcess({ dataDirectory: migratedDirectory() });
    const connection = await ParkedConnection.open(server.url);
    const body = { app_name: 'twice' };
    await connection.park({ method: 'POST', path: '/api/apps', apiKey: OWNER_KEY, body });
    const exit = server.terminate();
    server.signal('SIGTERM');
    await until('it no longer listens', () => isClosed(server));
    assert.equal((await connection.release()).status, 200);
    assert.deepEqual(await exit, { code: 0, signal: null });
  });

  for (const fault of ['crash', 'freeze'] as const) {
    test(`ends with a sentence when PostgreSQL is away in the middle of a run: ${fault}`, async (t) => {
      const postgres = await startPostgres();
      const held = await startHeldApp();
      const options = { databaseUrl: postgres.url, environment: ALLOW_LOOPBACK };
      const server = await startServerProcess(options);
      let bringBack: () => Promise<void> | void = () => undefined;
      t.after(async () => {
        await server.kill();
        await held.close();
        await bringBack();
        await postgres.stop();
      });
      const made = await makeRunnable(server.owner, { rows: 4, parameters: [], uri: held.url });
      await server.owner.startGeneration({ parameters: made });
      await until('calls are under way', async () => held.waiting() > 0);
      if (fault === 'crash') await postgres.crash();
      bringBack = fault === 'crash' ? postgres.restart : freeze(postgres);
      assert.deepEqual(await server.terminate(), { code: 0, signal: null });
      assert.match(server.stderr(), /could not sign off from the database/);
      assert.doesNotMatch(server.stderr(), /unhandled|uncaught/i);
    });
  }

  test('ends at once on a second signal later', async () => {
    const server = await startServerProcess({ dataDirectory: migratedDirectory() });
    const connection = await ParkedConnection.open(server.url);
    await connection.park({ method: 'POST', path: '/api/apps', apiKey: OWNER_KEY, body: {} });
    server.signal('SIGTERM');
    await until(
      'not ready',
      async () => (await server.owner.reply.checkReadiness()).status === 503,
    );
    // After one signal, the server would wait for the parked request and end with 0.
    await until('it has ended', async () => {
      server.signal('SIGTERM');
      return Promise.race([server.exited.then(() => true), setTimeout(100, false)]);
    });
    assert.deepEqual(await server.exited, { code: 1, signal: null });
    await assert.rejects(connection.release());
  });
});

function migratedDirectory(): string {
  const directory = temporaryDirectory();
  copyMigratedFile(directory);
  return directory;
}

function createOn(
  server: ServerProcess,
  agent: Agent,
): Promise<{ status: number | undefined; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: OWNER_KEY, 'content-type': 'application/json' };
    const call = request(
      `${server.url}/api/apps`,
      { agent, headers, method: 'POST' },
      (response) => {
        const { connection } = response.headers;
        response.resume();
        response.on('end', () => resolve({ status: response.statusCode, connection }));
        response.on('error', reject);
      },
    );
    call.on('error', reject);
    call.end(JSON.stringify({ app_name: unique('app') }));
  });
}

async function isClosed(server: ServerProcess): Promise<boolean> {
  const probe = await ParkedConnection.open(server.url).catch(() => undefined);
  probe?.close();
  return probe === undefined;
}
