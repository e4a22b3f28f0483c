import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { makeAnnouncer } from './announcements.ts';

test('the first change is told at once, those that follow as one', (t) => {
  const { announce, told } = setUp(t);
  for (let change = 0; change < 100; change += 1) announce('a');
  assert.deepEqual(told, ['a']);
  t.mock.timers.tick(200);
  assert.deepEqual(told, ['a', 'a']);
  t.mock.timers.tick(200);
  assert.deepEqual(told, ['a', 'a']);
});

test('a change after a quiet time is told at once again', (t) => {
  const { announce, told } = setUp(t);
  announce('a');
  t.mock.timers.tick(200);
  announce('a');
  assert.deepEqual(told, ['a', 'a']);
});

test('evaluations do not wait for each other', (t) => {
  const { announce, told } = setUp(t);
  announce('a');
  announce('b');
  assert.deepEqual(told, ['a', 'b']);
});

test('however much changes, an evaluation is told of five times a second', (t) => {
  const { announce, told } = setUp(t);
  for (let millisecond = 0; millisecond < 10_000; millisecond += 1) {
    announce('a');
    t.mock.timers.tick(1);
  }
  assert.equal(told.length, 51);
});

function setUp(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const told: string[] = [];
  return { announce: makeAnnouncer((id) => told.push(id)), told };
}
