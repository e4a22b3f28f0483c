import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { extensionFor } from '../../src/web/results/extension-for.ts';

function needed(judgements: number) {
  return { more_needed: { judgements, cases: 1, low: 1, high: null, within_plan: false } };
}

describe('extensionFor', () => {
  test('asks for at least as many judgements as would probably settle the result', () => {
    const extension = extensionFor(needed(120), { tasks: 50 }, 2);
    assert.deepEqual(extension, { judgementsPerTask: 5, judgements: 150, reach: 'enough' });
  });

  test('asks for one more per task if the number needed is unknown', () => {
    const extension = extensionFor({ more_needed: null }, { tasks: 50 }, 1);
    assert.deepEqual(extension, { judgementsPerTask: 2, judgements: 50, reach: 'enough' });
  });

  test('stays within the limit per task and reports that it is not enough', () => {
    const extension = extensionFor(needed(9_000), { tasks: 10 }, 3);
    assert.deepEqual(extension, { judgementsPerTask: 20, judgements: 170, reach: 'part' });
    assert.equal(extensionFor(needed(9_000), { tasks: 10 }, 20), null);
    assert.equal(extensionFor(needed(9_000), { tasks: 0 }, 1), null);
  });
});
