import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createRetriedWork } from '../../src/web/judging/retried-work.ts';

/** Sends what waits; each step has looked for it before it returns, as one under a lock has. */
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
  /** Lets the step return that is under way. */
  const goOn = async () => {
    returns.shift()?.();
    await new Promise(setImmediate);
  };
  return { work, waiting, sent, rounds, goOn, isAtWork: () => returns.length > 0 };
}

describe('work that is tried again', () => {
  test('ends once nothing is left, and begins again when woken', async () => {
    const { work, waiting, sent, rounds, goOn, isAtWork } = makeMailing();
    waiting.push('a', 'b');
    work.start();
    for (const left of [true, true, false]) {
      await goOn();
      assert.equal(isAtWork(), left);
    }
    assert.deepEqual([sent, rounds], [['a', 'b'], [null]]);
    waiting.push('c');
    work.wake();
    assert.deepEqual(sent, ['a', 'b', 'c']);
  });

  test('looks once more when woken by what came after it had looked', async () => {
    const { work, waiting, sent, goOn, isAtWork } = makeMailing();
    work.start();
    waiting.push('a');
    work.wake();
    await goOn();
    assert.deepEqual(sent, ['a']);
    await goOn();
    await goOn();
    assert.equal(isAtWork(), false);
  });

  test('goes on when started again before a stopped step has returned', async () => {
    const { work, waiting, sent, goOn } = makeMailing();
    work.start();
    work.stop();
    waiting.push('a');
    work.start();
    await goOn();
    assert.deepEqual(sent, ['a']);
  });

  test('stays stopped when it is woken', async () => {
    const { work, waiting, sent, goOn, isAtWork } = makeMailing();
    work.start();
    work.stop();
    waiting.push('a');
    work.wake();
    await goOn();
    assert.deepEqual([sent, isAtWork()], [[], false]);
  });

  test('tries again at once when woken before it had failed', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { work, waiting, sent, goOn } = makeMailing();
    waiting.push('cut off', 'a');
    work.start();
    work.wake();
    await goOn();
    t.mock.timers.tick(0);
    assert.deepEqual(sent, ['a']);
  });

  test('tries again after a failure, later each time', async (t) => {
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
