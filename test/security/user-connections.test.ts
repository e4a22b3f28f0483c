import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { type Member, makeMember, unique } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { makeHumanEvaluation } from '../support/evaluations.ts';
import { HeldConnection } from '../support/held-connection.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import type { TestServer } from '../support/running-server.ts';
import { until } from '../support/until.ts';

const SHARE = 5;

onEachEngine(
  (server) => {
    describe('connections of one user', () => {
      test('are refused with 429 beyond their share, from any address and with any key', async (t) => {
        const { member, keys, held } = await holdShare(t, server());
        for (const authorization of keys) {
          const refused = await requestProfile(t, server(), { authorization });
          assert.equal(await refused.status(), 429, refused.received);
          assert.match(refused.received, /"code":"rate_limited"/);
          assert.match(refused.received, /^retry-after: \d+\r$/im);
          assert.match(refused.received, /^connection: close\r$/im);
          await refused.closed;
        }
        const withCookie = await requestProfile(t, server(), { cookie: member.cookie });
        assert.equal(await withCookie.status(), 429, withCookie.received);
        const other = await requestProfile(t, server(), { authorization: OWNER_KEY });
        assert.equal(await other.status(), 200, other.received);
        held[0]?.close();
        await until('a share is free again', async () => {
          const again = await requestProfile(t, server(), { authorization: member.key });
          return (await again.status()) === 200;
        });
      });

      test('are refused before anything is written', async (t) => {
        const { member } = await holdShare(t, server());
        const app_name = unique('app');
        const body = JSON.stringify({ app_name });
        const connection = await open(t, server());
        connection.sendHead('POST', '/api/apps', {
          authorization: member.key,
          'content-type': 'application/json',
          'content-length': String(body.length),
        });
        connection.send(body);
        assert.equal(await connection.status(), 429, connection.received);
        const apps = await server().owner.listApps();
        assert.ok(apps.every((app) => app.app_name !== app_name));
      });

      test('count while they are idle, for the user of the last request', async (t) => {
        const { member, held } = await holdShare(t, server());
        held[0]?.close();
        let idle = await open(t, server());
        // An idle connection ends after some seconds, so the two steps are tried together.
        await until('an idle connection takes the last share', async () => {
          idle = await requestProfile(t, server(), { authorization: member.key });
          if ((await idle.status()) !== 200) return false;
          const next = await requestProfile(t, server(), { authorization: member.key });
          return (await next.status()) === 429;
        });
        idle.sendHead('GET', '/api/profile', { authorization: OWNER_KEY });
        await until('it was passed on, or has ended', async () => {
          return !idle.isOpen || idle.received.split('HTTP/1.1 200').length === 3;
        });
        const next = await requestProfile(t, server(), { authorization: member.key });
        assert.equal(await next.status(), 200, next.received);
      });
    });
  },
  { environment: { CONNECTIONS_PER_CALLER: String(SHARE) } },
);

onEachEngine(
  (server) => {
    describe('connections of a trusted proxy', () => {
      test('count for a user only while a request of theirs is answered', async (t) => {
        const { member, held } = await holdShare(t, server());
        const refused = await requestProfile(t, server(), { authorization: member.key });
        assert.equal(await refused.status(), 429, refused.received);
        held[0]?.close();
        await until('a share is free again', async () => {
          const again = await requestProfile(t, server(), { authorization: member.key });
          return (await again.status()) === 200;
        });
        const idle: HeldConnection[] = [];
        while (idle.length <= SHARE) {
          const connection = await requestProfile(t, server(), { authorization: member.key });
          assert.equal(await connection.status(), 200, connection.received);
          idle.push(connection);
        }
        assert.ok(idle.every(({ isOpen }) => isOpen));
        assert.match(idle[0]?.received ?? '', /^keep-alive: timeout=7\d\r$/im);
      });
    });
  },
  { environment: { CONNECTIONS_PER_CALLER: String(SHARE), TRUSTED_PROXIES: 'loopback' } },
);

interface HeldShare {
  readonly member: Member;
  /** Keys of the same user. */
  readonly keys: readonly string[];
  readonly held: readonly HeldConnection[];
}

/** Makes a user all of whose connections are event streams, which the server does not end. */
async function holdShare(t: TestContext, server: TestServer): Promise<HeldShare> {
  const { evaluation_id } = await makeHumanEvaluation(server.owner);
  const member = await makeMember(server, ['editor']);
  const query = { workspace_id: member.workspaceId };
  const keys = [member.key, await member.browser.createKey({ query })];
  // From here on, the connection of the requests above belongs to the owner.
  await server.owner.listApps();
  const held: HeldConnection[] = [];
  const path = `/api/human-evaluations/${evaluation_id}/events`;
  await until('the share is taken', async () => {
    const authorization = keys[held.length % keys.length] ?? '';
    const connection = await open(t, server);
    connection.sendHead('GET', path, { authorization });
    if ((await connection.status()) === 200) held.push(connection);
    return held.length === SHARE;
  });
  return { member, keys, held };
}

async function requestProfile(
  t: TestContext,
  server: TestServer,
  headers: Readonly<Record<string, string>>,
): Promise<HeldConnection> {
  const connection = await open(t, server);
  connection.sendHead('GET', '/api/profile', headers);
  return connection;
}

let opened = 0;

/** Opens each connection from another address. */
async function open(t: TestContext, { url }: TestServer): Promise<HeldConnection> {
  opened += 1;
  const connection = await HeldConnection.open(url, `127.0.2.${1 + (opened % 250)}`);
  t.after(() => connection.close());
  return connection;
}
