import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { RepeatedWork } from './repeated-work.ts';

/** More microtasks than pass between the end of the work and the check for further requests. */
const MICROTASKS = 12;

describe('RepeatedWork', () => {
  for (let later = 0; later <= MICROTASKS; later += 1) {
    test(`runs again when requested ${later} microtasks after its end`, async () => {
      let done = 0;
      const work = new RepeatedWork(async () => {
        done += 1;
        if (done === 1) afterMicrotasks(later, () => work.request());
      }, assert.ifError);
      work.request();
      await setImmediate();
      assert.equal(done, 2);
    });
  }

  test('runs again after a failure, when requested', async () => {
    const errors: unknown[] = [];
    let done = 0;
    const work = new RepeatedWork(
      async () => {
        done += 1;
        if (done === 1) throw new Error('refused');
      },
      (error) => errors.push(error),
    );
    work.request();
    await setImmediate();
    work.request();
    await setImmediate();
    assert.deepEqual([done, errors.length], [2, 1]);
  });
});

function afterMicrotasks(count: number, then: () => void): void {
  if (count === 0) then();
  else queueMicrotask(() => afterMicrotasks(count - 1, then));
}
