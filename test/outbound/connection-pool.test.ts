import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionPool } from '../../src/outbound/connection-pool.ts';
import { until } from '../support/until.ts';

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

test('what nobody uses for a while is closed, what somebody uses is not', async () => {
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
