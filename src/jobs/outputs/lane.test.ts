import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Job, Lane, shareOf } from './lane.ts';

function jobs(count: number, evaluationId = 'e'): Job[] {
  return Array.from({ length: count }, (_, index) => ({
    source: {
      workspaceId: 'w',
      evaluationId,
      variant: 0,
      resumedAt: 0,
      reuse: false,
      kind: 'base',
      baseId: 'b',
      providerId: null,
      revisionId: 'r',
    },
    cell: { scenarioId: `${evaluationId} ${index}`, claimedAt: 0, attempts: 0, inputs: [] },
    prepared: { call: { kind: 'base', uri: 'http://a.test', body: '{}' }, key: '', hash: '' },
  }));
}

/** Begins all jobs that may begin at that time and counts them. */
function beginAll(lane: Lane, now: number): number {
  let begun = 0;
  while (lane.begin(now) !== undefined) begun += 1;
  return begun;
}

describe('a lane', () => {
  test('runs at most its limit of jobs at once, and begins another when one ends', () => {
    const lane = new Lane();
    lane.setLimits({ maxConcurrent: 3, requestsPerMinute: null });
    lane.add(jobs(5), 0);
    assert.equal(beginAll(lane, 0), 3);
    lane.end(0);
    assert.equal(beginAll(lane, 0), 1);
    assert.equal(lane.isForgettable(0), false);
  });

  test('begins at most its limit of jobs per minute', () => {
    const lane = new Lane();
    lane.setLimits({ maxConcurrent: 1_000, requestsPerMinute: 60 });
    lane.add(jobs(300), 0);
    let begun = 0;
    for (let now = 10_000; now < 130_000; now += 10) begun += beginAll(lane, now);
    // One more, because it was idle before.
    assert.ok(begun >= 119 && begun <= 122, String(begun));
    assert.ok((lane.waitsUntil(129_990) ?? 0) > 129_990);
  });

  test('begins nothing while it rests, and reports until when', () => {
    const lane = new Lane();
    lane.setLimits({ maxConcurrent: 2, requestsPerMinute: null });
    lane.add(jobs(2), 0);
    lane.rest(5_000);
    assert.equal(beginAll(lane, 4_999), 0);
    assert.equal(lane.waitsUntil(4_999), 5_000);
    assert.equal(beginAll(lane, 5_000), 2);
    assert.equal(lane.waitsUntil(5_000), undefined);
  });

  test('is kept while it has to wait, even if it is empty', () => {
    const lane = new Lane();
    lane.setLimits({ maxConcurrent: 1, requestsPerMinute: 1 });
    lane.add(jobs(1), 0);
    assert.equal(beginAll(lane, 10_000), 1);
    lane.end(0);
    assert.equal(lane.isForgettable(20_000), false);
    assert.equal(lane.isForgettable(70_000), true);
  });

  test('asks for as many jobs as it can use soon, and removes those that are over', () => {
    const lane = new Lane();
    lane.setLimits({ maxConcurrent: 4, requestsPerMinute: null });
    assert.ok(lane.isRunningLow);
    assert.ok(lane.room >= 8);
    lane.add([...jobs(4), ...jobs(4, 'other')], 0);
    assert.equal(lane.isRunningLow, false);
    const removed = lane.remove(({ source }) => source.evaluationId === 'other');
    assert.equal(removed.length, 4);
    assert.equal(beginAll(lane, 0), 4);
  });

  test('removes the surplus when its limits are lowered', () => {
    const lane = new Lane();
    lane.setLimits({ maxConcurrent: 4, requestsPerMinute: null });
    lane.add(jobs(12), 0);
    lane.setLimits({ maxConcurrent: 1, requestsPerMinute: null });
    assert.equal(lane.removeSurplus().length, 9);
    lane.setLimits({ maxConcurrent: 0, requestsPerMinute: null });
    assert.equal(lane.removeSurplus().length, 3);
    assert.deepEqual(lane.queued, []);
  });

  test('is stuck when it has cells but neither a call nor a rest', () => {
    const lane = new Lane();
    lane.setLimits({ maxConcurrent: 1, requestsPerMinute: null });
    assert.equal(lane.isStuckSince(100), false);
    lane.add(jobs(2), 10);
    lane.add([], 50);
    assert.deepEqual([lane.isStuckSince(9), lane.isStuckSince(10)], [false, true]);
    assert.equal(beginAll(lane, 20), 1);
    assert.equal(lane.isStuckSince(100), false);
    lane.end(30);
    assert.deepEqual([lane.isStuckSince(29), lane.isStuckSince(30)], [false, true]);
    lane.rest(90);
    assert.deepEqual([lane.isStuckSince(89), lane.isStuckSince(90)], [false, true]);
  });
});

describe('shareOf', () => {
  test('splits a limit into shares that add up to it', () => {
    for (const whole of [1, 2, 7, 64]) {
      for (const count of [1, 2, 3, 10]) {
        const parts = Array.from({ length: count }, (_, rank) =>
          shareOf(whole, { rank, of: count }),
        );
        assert.equal(
          parts.reduce((sum, part) => sum + part, 0),
          whole,
        );
        assert.ok(Math.max(...parts) - Math.min(...parts) <= 1);
      }
    }
  });
});
