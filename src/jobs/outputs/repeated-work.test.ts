import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { RepeatedWork } from './repeated-work.ts';

/** More microtasks than lie between the end of one piece of work and the news of it. */
const MICROTASKS = 12;

describe('work that is repeated', () => {
  for (let later = 0; later <= MICROTASKS; later += 1) {
    test(`is done again when it is asked for ${later} microtasks after its end`, async () => {
      let done = 0;
      const work = new RepeatedWork(async () => {
        done += 1;
        if (done === 1) afterMicrotasks(later, () => work.ask());
      }, assert.ifError);
      work.ask();
      await setImmediate();
      assert.equal(done, 2);
    });
  }

  test('is done again after a failure, when it is asked for', async () => {
    const errors: unknown[] = [];
    let done = 0;
    const work = new RepeatedWork(
      async () => {
        done += 1;
        if (done === 1) throw new Error('refused');
      },
      (error) => errors.push(error),
    );
    work.ask();
    await setImmediate();
    work.ask();
    await setImmediate();
    assert.deepEqual([done, errors.length], [2, 1]);
  });
});

function afterMicrotasks(count: number, then: () => void): void {
  if (count === 0) then();
  else queueMicrotask(() => afterMicrotasks(count - 1, then));
}
