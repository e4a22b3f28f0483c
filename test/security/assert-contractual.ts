import assert from 'node:assert/strict';
import { Value } from 'typebox/value';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { statusesOf } from '../../src/contract/openapi-responses.ts';
import { PROBLEMS } from '../../src/contract/problems.ts';
import type { RawReply } from '../support/raw-http.ts';

/** Text that reveals the inside of the server. */
const INSIDE =
  /\bat (?:async )?[\w.<>]+ \(|node:internal|\/src\/|\/node_modules\/|\bSELECT\b|\bINSERT\b|\bsqlite|SQLITE_|\bpg_|postgres|ECONN|is not a function|Cannot read prop|TypeError|RangeError|SyntaxError|Unexpected token/;

/** Checks a reply to any request against everything the contract promises of all replies. */
export function assertContractual(
  reply: RawReply,
  { endpoint, isRouted, method }: { endpoint: Endpoint; isRouted: boolean; method: string },
): void {
  const { status, headers, text } = reply;
  assert.ok(status >= 200 && status < 500, `status ${status}`);
  if (isRouted) assert.ok(statusesOf(endpoint).includes(status), `${status} is not documented`);
  assert.match(headers.get('x-request-id') ?? '', /^[\w-]{1,64}$/);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.match(headers.get('cache-control') ?? '', /^(no-store|private, no-cache)$/);
  if (method === 'HEAD' || status === 204 || status === 304) {
    assert.equal(text, '');
    return;
  }
  if (status >= 400) {
    assert.doesNotMatch(text, INSIDE);
    if (status === 422) assertInvalid(reply);
    else assertProblem(reply);
    return;
  }
  if (isRouted) assertSuccess(reply, endpoint);
}

function assertInvalid({ headers, text }: RawReply): void {
  assert.equal(headers.get('content-type'), 'application/json');
  const body: Record<string, unknown> = JSON.parse(text);
  assert.deepEqual(Object.keys(body), ['detail']);
  const { detail } = body;
  assert.ok(Array.isArray(detail) && detail.length > 0 && detail.length <= 100);
  for (const item of detail) {
    assert.deepEqual(Object.keys(item), ['loc', 'msg', 'type']);
    assert.equal(typeof item.msg, 'string');
    assert.match(item.type, /^[a-z_]+$/);
    assert.ok(['path', 'query', 'header', 'body'].includes(item.loc[0]));
    for (const step of item.loc) assert.ok(typeof step === 'string' || Number.isInteger(step));
  }
}

function assertProblem({ status, headers, text }: RawReply): void {
  assert.equal(headers.get('content-type'), 'application/problem+json');
  const body: Record<string, unknown> = JSON.parse(text);
  const { code } = body;
  const known = Object.entries(PROBLEMS).find(([name]) => name === code)?.[1];
  assert.ok(known, `unknown code ${String(code)}`);
  assert.equal(Object.keys(body)[0], 'detail');
  assert.equal(known.status, status);
  assert.equal(body['status'], status);
  assert.equal(body['title'], known.title);
  assert.equal(body['type'], `urn:jurybox:problem:${String(code)}`);
  assert.equal(body['request_id'], headers.get('x-request-id'));
  assert.match(String(body['detail']), /^[A-Z].*[.?]$/s);
  if (status === 401) assert.equal(headers.get('www-authenticate'), 'ApiKey realm="jurybox"');
  if (status === 405) assert.match(headers.get('allow') ?? '', /^[A-Z]+(, [A-Z]+)*$/);
  if (status === 429) assert.match(headers.get('retry-after') ?? '', /^\d+$/);
}

function assertSuccess({ headers, text }: RawReply, endpoint: Endpoint): void {
  const type = endpoint.contentType ?? 'application/json';
  assert.equal(headers.get('content-type'), type);
  const body: unknown = endpoint.contentType === undefined ? JSON.parse(text) : text;
  const [fault] = Value.Errors(endpoint.response, body);
  assert.equal(fault, undefined, JSON.stringify(fault));
}
