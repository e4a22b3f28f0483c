import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { ENDPOINTS } from '../../src/contract/api.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { makeForeigner, unique } from '../support/builders.ts';
import { rounds } from '../support/effort.ts';
import { makeHumanEvaluation } from '../support/evaluations.ts';
import { figure } from '../support/figure.ts';
import { limitMemory, type MemoryLimit } from '../support/memory-limit.ts';
import { OWNER_KEY, type Reachable } from '../support/reachable.ts';
import { residentBytes } from '../support/resident-bytes.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { startTarget } from '../support/target-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { until } from '../support/until.ts';
import { type Attack, carryOut, openSocket, statusOf } from './attacks.ts';
import { heavyBodies, oneByteChunks } from './heavy-bodies.ts';

const MEBIBYTE = 1024 * 1024;
const LIMIT = 512 * MEBIBYTE;
const GROWTH_LIMIT = 200 * MEBIBYTE;

/** Leaves the processors to the attacks. */
const BETWEEN_ROUNDS_MS = 200;

const SLOW_HEADS = 1_000;
const IDLE_SOCKETS = rounds({ short: 2_000, long: 7_000 });
const SLOW_BODIES = rounds({ short: 100, long: 500 });

test('a process that takes more memory than the limit is killed', async (t) => {
  const limit = limitMemory(t, LIMIT);
  if (limit === undefined) return;
  const greedy = 'const held = []; for (;;) held.push(Buffer.alloc(16 * 1024 * 1024, 1));';
  const [command, ...args] = [...limit.within, process.execPath, '-e', greedy];
  const [code, signal] = await once(spawn(command, args), 'exit');
  assert.deepEqual([code, signal], [null, 'SIGKILL']);
  assert.equal(limit.kills(), 1);
});

test('attacks on a process with a memory limit are refused, and another tenant is served', async (t) => {
  const limit = limitMemory(t, LIMIT);
  if (limit === undefined) return;
  const { server, bombUrl } = await start(t, limit);
  const { app_id, evaluation_id } = await makeHumanEvaluation(server.owner);
  const healthy = await startTenant(server);
  await until('the tenant was served', async () => healthy.served() >= 20);
  const idle = residentBytes(server, 'VmRSS') ?? Number.NaN;
  const outcomes: [kind: string, status: number | undefined][] = [];
  const attack = async (one: Attack) => {
    outcomes.push([one.kind, await carryOut(server.url, one)]);
    const isAlive = residentBytes(server, 'VmRSS') !== undefined;
    assert.ok(isAlive && limit.kills() === 0, `${one.kind} ended it: ${server.stderr()}`);
  };

  const descriptors = countDescriptors(server);
  const heads = Array.from({ length: SLOW_HEADS }, () => openSocket(server.url));
  const idlers = Array.from({ length: IDLE_SOCKETS }, () => openSocket(server.url));
  t.after(() => [...heads, ...idlers].forEach((socket) => socket.destroy()));
  for (const socket of idlers) socket.resume();
  t.after(dripHeads(heads));

  for (const one of heavyBodies(app_id)) await attack(one);
  await attack(importOf(app_id, bombUrl));
  const chunks = rounds({ short: 200_000, long: 1_000_000 });
  const places = ['/api/auth/login', '/api/apps', `/api/testsets/${app_id}`];
  await Promise.all(places.map((path) => attack(oneByteChunks(path, chunks))));
  const refusedBodies = await holdBodies(server);
  for (const one of baits({ app_id, evaluation_id })) {
    const status = (await carryOut(server.url, one)) ?? 0;
    assert.ok(status < 500, `${status} for ${one.path}`);
  }
  // Counted at the server: for a client, a connection may be open that was never accepted.
  await until(
    'the connections are closed',
    async () => countDescriptors(server) < descriptors + 20,
  );

  for (const [kind, status] of outcomes) {
    assert.ok(status === undefined || (status >= 400 && status < 500), `${kind}: ${status}`);
  }
  const served = await healthy.stop();
  assert.equal(limit.kills(), 0);
  const growth = (residentBytes(server, 'VmHWM') ?? Number.NaN) - idle;
  const mebibytes = (bytes: number) => Math.round(bytes / MEBIBYTE);
  figure(
    'G29',
    `${outcomes.length} heavy bodies, ${refusedBodies} of ${SLOW_BODIES} slow ones refused, ${SLOW_HEADS + IDLE_SOCKETS} silent or slow connections within 512 MiB: ${mebibytes(idle)} MiB and at most ${mebibytes(growth)} more, ${served} requests of another tenant served`,
  );
  assert.ok(growth < GROWTH_LIMIT, `it grew by ${mebibytes(growth)} MiB`);
});

async function start(
  t: TestContext,
  { within }: MemoryLimit,
): Promise<{ server: ServerProcess; bombUrl: string }> {
  const target = await startTarget((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(gzipSync(Buffer.alloc(50 * MEBIBYTE, '[')));
  });
  t.after(() => target.close());
  const environment = { OUTBOUND_ALLOW: `127.0.0.1:${target.port}`, OUTBOUND_HTTP: 'allowed' };
  const dataDirectory = temporaryDirectory();
  const server = await startServerProcess({ dataDirectory, environment, within });
  return { server, bombUrl: `http://127.0.0.1:${target.port}/` };
}

/** Starts a tenant that takes no part in the attacks and works all the time. */
async function startTenant(server: Reachable) {
  const { client } = await makeForeigner(server);
  let served = 0;
  let isOver = false;
  const work = async () => {
    while (!isOver) {
      const { app_id } = await callTwice(() =>
        client.createApp({ body: { app_name: unique('app') } }),
      );
      const csvdata = [{ question: 'why?' }];
      const { id } = await callTwice(() => {
        const body = { name: unique('rows'), csvdata };
        return client.createTestset({ parameters: { app_id }, body });
      });
      await callTwice(() => client.fetchTestset({ parameters: { testset_id: id } }));
      await callTwice(() => client.listApps());
      served += 4;
      await setTimeout(BETWEEN_ROUNDS_MS);
    }
    return served;
  };
  const working = work();
  // Thrown again by stop().
  working.catch(() => undefined);
  return {
    served: () => served,
    stop: () => {
      isOver = true;
      return working;
    },
  };
}

/** Repeats the call over a new connection when the server was closing the idle one. */
async function callTwice<Reply>(call: () => Promise<Reply>): Promise<Reply> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return call();
  }
}

/** Sends headers that never end, a byte at a time. */
function dripHeads(sockets: readonly Socket[]): () => void {
  for (const socket of sockets)
    socket.resume().write('GET /api/apps HTTP/1.1\r\nhost: 127.0.0.1\r\nx: ');
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x');
  }, 1_000);
  return () => clearInterval(timer);
}

function countDescriptors({ pid }: ServerProcess): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

function importOf(appId: string, endpoint: string): Attack {
  const body = new URLSearchParams({ app_id: appId, endpoint, testset_name: 'bomb' }).toString();
  return {
    kind: 'gzip bombs',
    method: 'POST',
    path: '/api/testsets/endpoint',
    headers: {
      authorization: OWNER_KEY,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(body.length),
    },
    pieces: [body],
  };
}

/** Sends bodies that lack their last byte; returns how many were refused. */
async function holdBodies(server: ServerProcess): Promise<number> {
  const sockets = Array.from({ length: SLOW_BODIES }, () => openSocket(server.url));
  const head = `POST /api/auth/login HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${MEBIBYTE}\r\n\r\n`;
  const most = Buffer.alloc(MEBIBYTE - 1, ' ');
  const statuses: (number | undefined)[] = [];
  for (const socket of sockets) {
    socket.write(head);
    socket.write(most);
    void statusOf(socket).then((status) => statuses.push(status));
  }
  // The last of them are refused only at the time limit, after half a minute.
  const enough = rounds({ short: SLOW_BODIES / 4, long: SLOW_BODIES });
  await until('slow bodies are refused', async () => statuses.length >= enough);
  const refused = statuses.length;
  assert.ok(statuses.every((status) => status === undefined || status === 408));
  for (const socket of sockets) socket.destroy();
  return refused;
}

/** Patterns on which regular expressions and LIKE take forever, in every text query of a list. */
function* baits(ids: Readonly<Record<string, string>>): Generator<Attack> {
  const texts = [`${'a'.repeat(100)}!`, '(a+)+$'.repeat(20), '%a'.repeat(60), '%_'.repeat(3_000)];
  for (const endpoint of ENDPOINTS as readonly Endpoint[]) {
    const properties = Object.entries<{ type?: string }>(Object(endpoint.query).properties ?? {});
    const names = properties.filter(([, { type }]) => type === 'string').map(([name]) => name);
    if (endpoint.method !== 'GET' || names.length === 0) continue;
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name);
    for (const text of texts) {
      for (const name of names) {
        const query = new URLSearchParams({ ...ids, [name]: text });
        const headers = { authorization: OWNER_KEY };
        yield {
          kind: 'bait',
          method: 'GET',
          path: `/api${path}?${query.toString()}`,
          headers,
          pieces: [],
        };
      }
    }
  }
}
