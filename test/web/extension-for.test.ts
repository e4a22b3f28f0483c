import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { extensionFor } from '../../src/web/results/extension-for.ts';

function needed(judgements: number) {
  return { more_needed: { judgements, cases: 1, low: 1, high: null, within_plan: false } };
}

describe('extensionFor', () => {
  test('asks for at least as many judgements as would probably settle it', () => {
    const found = extensionFor(needed(120), { tasks: 50 }, 2);
    assert.deepEqual(found, { judgementsPerTask: 5, judgements: 150, reach: 'enough' });
  });

  test('asks for one more per task where nothing is known of how many it takes', () => {
    const found = extensionFor({ more_needed: null }, { tasks: 50 }, 1);
    assert.deepEqual(found, { judgementsPerTask: 2, judgements: 50, reach: 'enough' });
  });

  test('stays within what an evaluation can have, and says that it is not enough', () => {
    const found = extensionFor(needed(9_000), { tasks: 10 }, 3);
    assert.deepEqual(found, { judgementsPerTask: 20, judgements: 170, reach: 'part' });
    assert.equal(extensionFor(needed(9_000), { tasks: 10 }, 20), null);
    assert.equal(extensionFor(needed(9_000), { tasks: 0 }, 1), null);
  });
});
