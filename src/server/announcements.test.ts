import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { makeAnnouncer } from './announcements.ts';

test('notifies of the first change at once, and of later ones together', (t) => {
  const { announce, notified } = setUp(t);
  for (let change = 0; change < 100; change += 1) announce('a');
  assert.deepEqual(notified, ['a']);
  t.mock.timers.tick(200);
  assert.deepEqual(notified, ['a', 'a']);
  t.mock.timers.tick(200);
  assert.deepEqual(notified, ['a', 'a']);
});

test('notifies at once again after a quiet time', (t) => {
  const { announce, notified } = setUp(t);
  announce('a');
  t.mock.timers.tick(200);
  announce('a');
  assert.deepEqual(notified, ['a', 'a']);
});

test('evaluations do not wait for each other', (t) => {
  const { announce, notified } = setUp(t);
  announce('a');
  announce('b');
  assert.deepEqual(notified, ['a', 'b']);
});

test('notifies of an evaluation at most five times a second', (t) => {
  const { announce, notified } = setUp(t);
  for (let millisecond = 0; millisecond < 10_000; millisecond += 1) {
    announce('a');
    t.mock.timers.tick(1);
  }
  assert.equal(notified.length, 51);
});

function setUp(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const notified: string[] = [];
  return { announce: makeAnnouncer((id) => notified.push(id)), notified };
}
