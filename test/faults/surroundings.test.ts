import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { makeApp, unique } from '../support/builders.ts';
import { expectProblem } from '../support/expect.ts';
import { mountLoopDisk } from '../support/loop-disk.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { until } from '../support/until.ts';

const MIB = 1024 * 1024;
/** Longer than the interval of any timer of the service, except for upkeep. */
const WATCHED_MS = 6_000;
const BETWEEN_REQUESTS_MS = 25;

describe('a service keeps serving', () => {
  test('when sockets have taken all descriptors', async (t) => {
    const dataDirectory = temporaryDirectory();
    const server = await start(t, { dataDirectory });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    t.after(() => agent.destroy());
    assert.equal(await statusOf(server, agent), 200);
    // Lowered after the start: the service reserves descriptors by the limit at its start.
    const most = countDescriptors(server) + 16;
    execFileSync('prlimit', ['--pid', `${server.pid}`, `--nofile=${most}`]);
    const idle = Array.from({ length: 64 }, () => openIdle(server));
    t.after(() => idle.forEach((socket) => socket.destroy()));
    await until('no descriptor is left', async () => {
      if (countDescriptors(server) >= most - 2) return true;
      // The service may have closed one of its own files meanwhile.
      idle.push(openIdle(server));
      return false;
    });
    await watch(async () => assert.equal(await statusOf(server, agent), 200));
    for (const socket of idle) socket.destroy();
    await until('it takes connections again', async () => {
      const reply = server.owner.reply.createApp({ body: { app_name: unique('app') } });
      return (await reply.catch(() => undefined))?.status === 200;
    });
  });

  test('reads when its file system has become read-only, and says why', async (t) => {
    const disk = mountLoopDisk(t, 64 * MIB);
    if (disk === undefined) return;
    const server = await start(t, { dataDirectory: join(disk.directory, 'data') });
    const { app_id } = await makeApp(server.owner);
    disk.turnReadOnly();
    await until('a write is refused', async () => {
      const reply = await server.owner.reply.createApp({ body: { app_name: 'late' } });
      if (reply.status === 200) return false;
      assert.match(expectProblem(reply, 'unavailable').detail, /cannot be read or written/);
      return true;
    });
    await watch(async () => {
      assert.equal((await server.owner.fetchApp({ parameters: { app_id } })).app_id, app_id);
    });
    const { status, body } = await server.owner.reply.checkReadiness();
    assert.equal(status, 503);
    assert.equal(body.checks.database, 'failed');
    assert.match(body.reason ?? '', /cannot be read or written/);
  });

  test('when its log is closed', async (t) => {
    const server = await start(t, { dataDirectory: temporaryDirectory() });
    server.closeLog();
    await watch(async () => assert.equal((await server.owner.reply.listApps()).status, 200));
  });

  test('when the disk of its log is full, and logs again when there is space', async (t) => {
    const disk = mountLoopDisk(t, 8 * MIB);
    if (disk === undefined) return;
    const log = join(disk.directory, 'log');
    const within = ['sh', '-c', `exec "$@" 2> ${log}`, 'sh'];
    const server = await start(t, { dataDirectory: temporaryDirectory(), within });
    const filler = join(disk.directory, 'filler');
    assert.throws(() => writeFileSync(filler, Buffer.alloc(16 * MIB)), /ENOSPC/);
    await watch(async () => assert.equal((await server.owner.reply.listApps()).status, 200));
    rmSync(filler);
    await until('a later request is logged', async () => {
      await server.owner.reply.checkReadiness();
      return /"operation":"checkReadiness"/.test(readFileSync(log, 'utf8'));
    });
  });
});

async function start(
  t: TestContext,
  options: { readonly dataDirectory: string; readonly within?: readonly string[] },
): Promise<ServerProcess> {
  const environment = { LOG_LEVEL: 'info' };
  const server = await startServerProcess({ ...options, environment });
  t.after(() => server.kill());
  return server;
}

/** Repeats a request until every timer has fired, with pauses that leave it the processor. */
async function watch(assertServed: () => Promise<void>): Promise<void> {
  for (const startedAt = performance.now(); performance.now() - startedAt < WATCHED_MS; ) {
    await assertServed();
    await setTimeout(BETWEEN_REQUESTS_MS);
  }
}

function openIdle(server: ServerProcess): Socket {
  const { hostname, port } = new URL(server.url);
  return connect(Number(port), hostname).on('error', () => undefined);
}

function countDescriptors(server: ServerProcess): number {
  return readdirSync(`/proc/${server.pid}/fd`).length;
}

function statusOf(server: ServerProcess, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request(`${server.url}/livez`, { agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    call.on('error', reject);
    call.end();
  });
}
