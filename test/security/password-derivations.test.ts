import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { test } from 'node:test';
import { hashPassword } from '../../src/operations/identity/parts/passwords.ts';
import { LEAST_COST } from '../support/running-server.ts';

test('never more than two passwords are hashed at once, however close their requests come', async () => {
  const hash = () => hashPassword('a long passphrase', LEAST_COST);
  const running = new Set<number>();
  const late: Promise<unknown>[] = [];
  let most = 0;
  const watch = createHook({
    init: (id, type) => {
      if (type !== 'ARGON2REQUEST') return;
      running.add(id);
      most = Math.max(most, running.size);
    },
    before: (id) => {
      // More requests in each of the steps in which the next one that waits gets its turn.
      if (running.has(id) && late.length === 0) {
        for (let steps = 0; steps < 12; steps += 1) late.push(afterSteps(steps).then(hash));
      }
    },
    after: (id) => running.delete(id),
  }).enable();
  try {
    await Promise.all(Array.from({ length: 6 }, hash));
    assert.equal((await Promise.all(late)).length, 12);
    assert.equal(most, 2);
  } finally {
    watch.disable();
  }
});

async function afterSteps(count: number): Promise<void> {
  for (let step = 0; step < count; step += 1) await Promise.resolve();
}
