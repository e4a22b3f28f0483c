import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runExample } from '../support/run-example.ts';

test('the example of an evaluation counts the votes of an annotator', async () => {
  const said = await runExample('compare-two-variants.ts');
  assert.equal(said, 'quiz.short: 2 of 2 votes');
});
