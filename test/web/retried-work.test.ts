import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createRetriedWork } from '../../src/web/judging/retried-work.ts';

/** Sends waiting texts; each step takes its text before it waits, like a step under a lock. */
function makeMailing() {
  const waiting: string[] = [];
  const sent: string[] = [];
  const returns: (() => void)[] = [];
  const rounds: unknown[] = [];
  const work = createRetriedWork(
    async () => {
      const first = waiting.shift();
      if (first === 'refused') throw new Error('no connection');
      if (first !== undefined && first !== 'cut off') sent.push(first);
      await new Promise<void>((resolve) => returns.push(resolve));
      if (first === 'cut off') throw new Error('no connection');
      return first !== undefined;
    },
    (trouble) => rounds.push(trouble),
  );
  /** Lets the step under way return. */
  const finishStep = async () => {
    returns.shift()?.();
    await new Promise(setImmediate);
  };
  return { work, waiting, sent, rounds, finishStep, isBusy: () => returns.length > 0 };
}

describe('retried work', () => {
  test('ends when nothing is left, and starts again when woken', async () => {
    const { work, waiting, sent, rounds, finishStep, isBusy } = makeMailing();
    waiting.push('a', 'b');
    work.start();
    for (const left of [true, true, false]) {
      await finishStep();
      assert.equal(isBusy(), left);
    }
    assert.deepEqual([sent, rounds], [['a', 'b'], [null]]);
    waiting.push('c');
    work.wake();
    assert.deepEqual(sent, ['a', 'b', 'c']);
  });

  test('looks again if woken after it looked', async () => {
    const { work, waiting, sent, finishStep, isBusy } = makeMailing();
    work.start();
    waiting.push('a');
    work.wake();
    await finishStep();
    assert.deepEqual(sent, ['a']);
    await finishStep();
    await finishStep();
    assert.equal(isBusy(), false);
  });

  test('continues if restarted before a stopped step returns', async () => {
    const { work, waiting, sent, finishStep } = makeMailing();
    work.start();
    work.stop();
    waiting.push('a');
    work.start();
    await finishStep();
    assert.deepEqual(sent, ['a']);
  });

  test('stays stopped when woken', async () => {
    const { work, waiting, sent, finishStep, isBusy } = makeMailing();
    work.start();
    work.stop();
    waiting.push('a');
    work.wake();
    await finishStep();
    assert.deepEqual([sent, isBusy()], [[], false]);
  });

  test('retries at once if woken before it failed', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { work, waiting, sent, finishStep } = makeMailing();
    waiting.push('cut off', 'a');
    work.start();
    work.wake();
    await finishStep();
    t.mock.timers.tick(0);
    assert.deepEqual(sent, ['a']);
  });

  test('retries after a failure, with growing delays', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { work, waiting, sent, rounds } = makeMailing();
    waiting.push('refused', 'refused', 'a');
    work.start();
    await new Promise(setImmediate);
    for (const [waitMs, failures] of [
      [999, 1],
      [1, 2],
      [1_999, 2],
      [1, 2],
    ] as const) {
      t.mock.timers.tick(waitMs);
      await new Promise(setImmediate);
      assert.equal(rounds.length, failures);
    }
    assert.deepEqual(sent, ['a']);
  });
});
