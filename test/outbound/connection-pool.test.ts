import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { ConnectionPool } from '../../src/outbound/connection-pool.ts';
import { guardedRequest } from '../../src/outbound/guarded-request.ts';
import { startTarget } from '../support/target-server.ts';
import { until } from '../support/until.ts';
import { LOOPBACK_ONLY } from './source-callers.ts';

function destination(host: string, addresses: readonly string[]) {
  return { url: new URL(`https://${host}/`), host, addresses };
}

test('connections are shared by calls to the same host at the same addresses only', async () => {
  const pool = new ConnectionPool();
  const dispatcherOf = (host: string, addresses: readonly string[]) =>
    pool.borrow(destination(host, addresses)).dispatcher;
  const first = dispatcherOf('a.example', ['2d00::1', '2d00::2']);
  assert.equal(dispatcherOf('a.example', ['2d00::2', '2d00::1']), first);
  assert.notEqual(dispatcherOf('a.example', ['2d00::1']), first);
  assert.notEqual(dispatcherOf('b.example', ['2d00::1', '2d00::2']), first);
  await pool.close();
});

test('idle connections are closed after a while, borrowed ones are not', async () => {
  const pool = new ConnectionPool(10);
  const isClosed = ({ dispatcher }: ReturnType<typeof pool.borrow>) =>
    'closed' in dispatcher && dispatcher.closed === true;
  const used = pool.borrow(destination('used.example', ['2d00::1']));
  const idle = pool.borrow(destination('idle.example', ['2d00::1']));
  idle.release();
  await until('the idle one is closed', async () => isClosed(idle));
  assert.equal(isClosed(used), false);
  const again = pool.borrow(destination('idle.example', ['2d00::1']));
  assert.equal(isClosed(again), false);
  used.release();
  await until('the other one is closed, too', async () => isClosed(used));
  await pool.close();
});

test('a call that timed out waiting for a connection is never sent', async (t) => {
  const responses: ServerResponse[] = [];
  const target = await startTarget((_request, response) => responses.push(response));
  t.after(target.close);
  const connections = new ConnectionPool();
  t.after(() => connections.close());
  const ask = (path: string, timeoutMs: number) =>
    guardedRequest(
      LOOPBACK_ONLY,
      {
        url: `${target.url}/${path}`,
        method: 'GET',
        headers: {},
        limitBytes: 1_000,
        timeoutMs,
        maxRedirects: 0,
      },
      connections,
    );
  const first = Array.from({ length: 64 }, () => ask('held', 20_000));
  await until('all connections are taken', async () => responses.length === 64);
  const waiting = Array.from({ length: 6 }, () => ask('in-vain', 50));
  for (const { status } of await Promise.allSettled(waiting)) assert.equal(status, 'rejected');
  for (const response of responses.splice(0)) response.end('done');
  for (const answer of await Promise.all(first)) await answer.bytes();
  const last = ask('last', 20_000);
  await until('the last one has arrived', async () => responses.length === 1);
  responses[0]?.end('done');
  await (await last).bytes();
  const paths = target.requests().map(({ url }) => url);
  assert.equal(paths.length, 65);
  assert.ok(!paths.includes('/in-vain'));
});
