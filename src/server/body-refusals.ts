import { Problem } from '../contract/problems.ts';

export function tooLarge(limit: number): Problem {
  return new Problem('payload_too_large', 'The body is larger than this operation takes.', {
    members: { limit, limit_kind: 'bytes' },
  });
}

/** Never read: the client is gone. */
export function brokenOff(): Problem {
  return new Problem('bad_request', 'The body broke off.');
}
