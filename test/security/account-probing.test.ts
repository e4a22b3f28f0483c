import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { areaUnderCurve } from '../support/area-under-curve.ts';
import { makeMember } from '../support/builders.ts';
import { rounds } from '../support/effort.ts';
import { figure } from '../support/figure.ts';
import { keepAliveAgent, type RawReply, sendRaw } from '../support/raw-http.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { BEHIND_PROXY, newAddress } from '../support/visitor.ts';

/** Sign-ins to each kind of account; every account gets as many as guesses are allowed. */
const SAMPLES = rounds({ short: 60, long: 1_200 });
const GUESSES = 5;

/** Differ between any two replies; the length includes the request id, and the text is compared. */
const OWN_HEADERS = ['content-length', 'date', 'x-request-id'];

interface TimedReply {
  readonly ms: number;
  readonly reply: RawReply;
}

test('neither replies to sign-ins nor their duration distinguish known from unknown accounts', async (t) => {
  // A separate process, where hashing a password costs as much as in production.
  const server = await startServerProcess({
    dataDirectory: temporaryDirectory(),
    ...BEHIND_PROXY,
  });
  t.after(() => server.kill());
  const logIn = openLogin(t, server);
  const known: string[] = [];
  // One after another: hashing hundreds of passwords at once would be refused.
  while (known.length < SAMPLES / GUESSES) {
    known.push((await makeMember(server, ['viewer'])).email);
  }
  const unknown = known.map(() => `${randomUUID()}@jurybox.test`);
  for (let time = 0; time < 3; time += 1) await logIn(`${randomUUID()}@jurybox.test`);

  const times = { known: [] as number[], unknown: [] as number[] };
  const visibleReplies = new Set<string>();
  for (const { kind, email } of shuffled([
    ...attempts('known', known),
    ...attempts('unknown', unknown),
  ])) {
    const { ms, reply } = await logIn(email);
    assert.equal(reply.status, 401, reply.text);
    times[kind].push(ms);
    visibleReplies.add(visibleIn(reply));
  }
  assert.equal(visibleReplies.size, 1, [...visibleReplies].join('\n'));

  const auc = areaUnderCurve(times.known, times.unknown);
  figure(
    'G32',
    `AUC ${auc.toFixed(3)} of ${SAMPLES} sign-ins to known and as many to unknown accounts`,
  );
  assert.ok(Math.abs(auc - 0.5) < chanceBound(SAMPLES), `AUC ${auc}`);

  // With all guesses used up, no password is checked any more.
  const email = `${randomUUID()}@jurybox.test`;
  for (let guess = 0; guess < GUESSES; guess += 1) await logIn(email);
  const unchecked: number[] = [];
  while (unchecked.length < SAMPLES) {
    const { ms, reply } = await logIn(email);
    assert.equal(reply.status, 429, reply.text);
    unchecked.push(ms);
  }
  const control = areaUnderCurve(times.known, unchecked);
  assert.ok(control > 0.9, `replies without the hashing are not recognised: AUC ${control}`);
});

function openLogin(t: TestContext, server: ServerProcess) {
  const agent = keepAliveAgent();
  t.after(() => agent.destroy());
  return async (email: string): Promise<TimedReply> => {
    const body = JSON.stringify({ email, password: 'not the passphrase' });
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': newAddress() };
    const startedAt = performance.now();
    const request = { method: 'POST', path: '/api/auth/login', headers, body };
    const reply = await sendRaw(server.url, request, agent);
    return { ms: performance.now() - startedAt, reply };
  };
}

interface Attempt {
  readonly kind: 'known' | 'unknown';
  readonly email: string;
}

function attempts(kind: Attempt['kind'], emails: readonly string[]): readonly Attempt[] {
  return emails.flatMap((email) => Array.from({ length: GUESSES }, () => ({ kind, email })));
}

function shuffled(list: readonly Attempt[]): readonly Attempt[] {
  const random = seededRandom('order of sign-ins');
  return list
    .map((attempt) => ({ attempt, rank: random.between(0, 2 ** 30) }))
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ attempt }) => attempt);
}

/** Everything that a client sees, except what differs each time. */
function visibleIn({ status, headers, text }: RawReply): string {
  const kept = [...headers].filter(([name]) => !OWN_HEADERS.includes(name));
  return JSON.stringify([status, kept, text.replace(/"request_id":"[^"]*"/, '')]);
}

/** Four standard deviations of the area when both samples have one distribution. */
function chanceBound(samples: number): number {
  return 4 * Math.sqrt((2 * samples + 1) / (12 * samples ** 2));
}
