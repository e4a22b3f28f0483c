import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRetryAfter, retryDelayMs } from './retry-delay.ts';

const least = () => 0;
const most = () => 1;

test('waits twice as long after each attempt, at most a minute', () => {
  const delays = [1, 2, 3, 4, 5, 6, 7, 8, 2000].map((attempt) =>
    retryDelayMs({ attempt, retryAfterMs: null, random: most }),
  );
  assert.deepEqual(delays, [1e3, 2e3, 4e3, 8e3, 16e3, 32e3, 6e4, 6e4, 6e4]);
});

test('shortens the delay by up to half, at random', () => {
  assert.equal(retryDelayMs({ attempt: 3, retryAfterMs: null, random: least }), 2_000);
  assert.equal(retryDelayMs({ attempt: 3, retryAfterMs: null, random: () => 0.5 }), 3_000);
});

test('waits at least as long as Retry-After asks, up to ten minutes', () => {
  const asked = (retryAfterMs: number) => retryDelayMs({ attempt: 1, retryAfterMs, random: most });
  assert.equal(asked(0), 1_000);
  assert.equal(asked(30_000), 30_000);
  assert.equal(asked(86_400_000), 600_000);
});

test('reads Retry-After in seconds and as a date', () => {
  const now = Date.parse('2030-01-01T00:00:00Z');
  assert.equal(readRetryAfter('120', now), 120_000);
  assert.equal(readRetryAfter(' 0 ', now), 0);
  assert.equal(readRetryAfter('Tue, 01 Jan 2030 00:01:30 GMT', now), 90_000);
  assert.equal(readRetryAfter('Mon, 31 Dec 2029 23:00:00 GMT', now), 0);
  for (const header of [undefined, '', '-1', '1.5', 'soon', '2030-01-01', '9'.repeat(400)]) {
    assert.equal(readRetryAfter(header, now), null, String(header));
  }
  assert.equal(readRetryAfter('Xxx, 99 Xxx 2030 00:00:00 GMT', now), null);
});
