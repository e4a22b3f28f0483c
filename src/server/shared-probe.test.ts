import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedProbe } from './shared-probe.ts';

test('begins a probe at most once a second, and answers with none older than that', async () => {
  let now = 0;
  let begun = 0;
  const ask = sharedProbe(
    async () => {
      begun += 1;
      return begun;
    },
    () => now,
  );
  const answers: number[] = [];
  for (const at of [0, 0, 999, 1_000, 1_500, 1_999, 2_000]) {
    now = at;
    answers.push(await ask());
  }
  assert.deepEqual(answers, [1, 1, 1, 2, 2, 2, 3]);
});

test('shares the answer that is still awaited', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const ask = sharedProbe(
    () => promise,
    () => 0,
  );
  const both = [ask(), ask()];
  resolve('ok');
  assert.deepEqual(await Promise.all(both), ['ok', 'ok']);
});
