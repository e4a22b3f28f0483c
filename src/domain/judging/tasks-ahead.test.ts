import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tasksThatFit, tasksToHold } from './tasks-ahead.ts';

describe('tasksToHold', () => {
  test('is the number asked for while many tasks are left', () => {
    assert.equal(tasksToHold(20, 100), 20);
    assert.equal(tasksToHold(3, 100), 3);
  });

  test('is a fifth of the tasks left, and five at the end', () => {
    assert.equal(tasksToHold(20, 60), 12);
    assert.equal(tasksToHold(20, 25), 5);
    assert.equal(tasksToHold(20, 0), 5);
    assert.equal(tasksToHold(2, 0), 2);
  });
});

describe('tasksThatFit', () => {
  test('is all tasks while they are short', () => {
    assert.equal(tasksThatFit([]), 0);
    assert.equal(tasksThatFit(Array(20).fill(12_500)), 20);
  });

  test('leaves out tasks beyond 250,000 characters, but never the first three', () => {
    assert.equal(tasksThatFit(Array(20).fill(25_000)), 10);
    assert.equal(tasksThatFit([1, 1, 1, 1, 250_000, 1]), 4);
    assert.equal(tasksThatFit(Array(20).fill(1_000_000)), 3);
    assert.equal(tasksThatFit([1_000_000]), 1);
  });
});
