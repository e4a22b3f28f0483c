import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Db, type Engine } from '../storage/database.ts';
import { startUpkeep } from './upkeep.ts';

const MINUTE_MS = 60_000;

test('starts a job every minute, except while its last run goes on', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const statements: (() => void)[] = [];
  const fail = () => new Promise<never>((_resolve, reject) => statements.push(reject));
  const slow: Pick<Engine, 'query' | 'transaction'> = { query: fail, transaction: fail };
  const ended: string[] = [];
  const stop = startUpkeep({
    openDb: () => new Db(slow as Engine), // Upkeep uses nothing else.
    clock: () => 0,
    onEnd: (job, outcome) => ended.push(`${job} ${outcome}`),
    onError: () => undefined,
  });
  t.after(stop);
  await setImmediate();
  const jobs = statements.length;
  assert.equal(jobs, 4);
  t.mock.timers.tick(3 * MINUTE_MS);
  await setImmediate();
  assert.equal(statements.length, jobs);
  for (const failOne of statements) failOne();
  await setImmediate();
  assert.equal(ended.length, jobs);
  t.mock.timers.tick(MINUTE_MS);
  await setImmediate();
  assert.equal(statements.length, 2 * jobs);
});
