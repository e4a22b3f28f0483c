import assert from 'node:assert/strict';
import type { ApiReply } from '../../src/client/client.ts';
import { PROBLEMS, type ProblemCode } from '../../src/contract/problems.ts';

interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ProblemCode;
  readonly request_id: string;
  readonly [member: string]: unknown;
}

/** Checks that an answer is the complete problem of this code, and returns it. */
export function expectProblem(reply: ApiReply<unknown>, code: ProblemCode): Problem {
  const body = reply.body as Problem; // Checked right below.
  assert.equal(body?.code, code, JSON.stringify(body));
  assert.equal(reply.status, PROBLEMS[code].status);
  assert.equal(body.status, reply.status);
  assert.equal(body.type, `urn:jurybox:problem:${code}`);
  assert.equal(body.title, PROBLEMS[code].title);
  assert.equal(typeof body.detail, 'string');
  // Clients of the original show the first value of an error's body.
  const keys = ['detail', 'type', 'title', 'status', 'code', 'request_id'];
  assert.deepEqual(Object.keys(body).slice(0, keys.length), keys);
  assert.equal(body.request_id, reply.headers.get('x-request-id'));
  assert.equal(reply.headers.get('content-type'), 'application/problem+json');
  return body;
}

/** Checks that an answer is a 422 with exactly these faults. */
export function expectInvalid(
  reply: ApiReply<unknown>,
  ...expected: readonly { loc: (string | number)[]; type: string; msg?: string }[]
): void {
  assert.equal(reply.status, 422, JSON.stringify(reply.body));
  assert.equal(reply.headers.get('content-type'), 'application/json');
  const { detail } = reply.body as { detail: { loc: unknown; type: string; msg: string }[] };
  assert.deepEqual(
    detail.map(({ loc, type }) => ({ loc, type })),
    expected.map(({ loc, type }) => ({ loc, type })),
  );
  for (const [index, { msg }] of expected.entries()) {
    assert.deepEqual(Object.keys(detail[index] ?? {}).sort(), ['loc', 'msg', 'type']);
    if (msg !== undefined) assert.equal(detail[index]?.msg, msg);
  }
}
