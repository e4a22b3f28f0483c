import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureOfStatus } from './failure-of-status.ts';

test('gives the failure of a status, and whether to retry', () => {
  const meanings = [
    [200, undefined, undefined],
    [204, undefined, undefined],
    [304, 'redirect_refused', 'never'],
    [400, 'rejected', 'never'],
    [401, 'unauthorized', 'never'],
    [403, 'unauthorized', 'never'],
    [404, 'not_found', 'never'],
    [408, 'timed_out', 'later'],
    [409, 'rejected', 'never'],
    [422, 'rejected', 'never'],
    [425, 'provider_error', 'later'],
    [429, 'rate_limited', 'later'],
    [500, 'provider_error', 'later'],
    [529, 'provider_error', 'later'],
  ] as const;
  for (const [status, code, retry] of meanings) {
    const failure = failureOfStatus(status);
    assert.equal(failure?.code, code, String(status));
    assert.equal(failure?.retry, retry, String(status));
  }
});
