import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createClient } from '../../src/client/client.ts';
import { makeForeigner, makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectProblem } from '../support/expect.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../support/reachable.ts';
import { cookieIn, DAY_MS, HOUR_MS } from '../support/requests.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { until } from '../support/until.ts';
import { BEHIND_PROXY, PASSWORD, signIn, visitor } from '../support/visitor.ts';

onEachEngine((server) => {
  describe('a call with a session cookie', () => {
    test('reads without a header about its origin', async () => {
      const { cookie, userId } = await makeMember(server(), ['viewer']);
      assert.equal((await clientWith(server(), { cookie }).fetchProfile()).id, userId);
    });

    test('writes if it certainly comes from our own pages', async () => {
      const { cookie, workspaceId } = await makeMember(server(), ['viewer']);
      for (const headers of [
        { 'sec-fetch-site': 'same-origin' },
        { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
        { origin: server().url },
      ]) {
        const reply = await clientWith(server(), { cookie, ...headers }).reply.createKey({
          query: { workspace_id: workspaceId },
        });
        assert.equal(reply.status, 200, JSON.stringify(headers));
      }
    });

    test('is refused when it writes from anywhere else', async () => {
      const founder = await makeForeigner(server());
      const parameters = { org_id: founder.organizationId };
      for (const headers of [
        {},
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
        { 'sec-fetch-site': 'cross-site', origin: server().url },
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: server().url.replace('http:', 'https:') },
      ]) {
        const page = clientWith(server(), { cookie: founder.cookie, ...headers });
        const replies = [
          await page.reply.createKey({ query: { workspace_id: founder.workspaceId } }),
          await page.reply.updateOrganization({ parameters, body: { name: 'stolen' } }),
          await page.reply.deleteKey({ parameters: { key_prefix: founder.key.slice(0, 8) } }),
          await page.reply.logOut(),
        ];
        for (const reply of replies) expectProblem(reply, 'csrf_rejected');
      }
      assert.equal((await founder.browser.listKeys()).length, 1);
    });

    test('is refused with a body without a type or of another type', async () => {
      const { cookie } = await makeMember(server(), ['viewer']);
      for (const type of [undefined, 'text/plain', 'application/x-www-form-urlencoded']) {
        const reply = await fetch(`${server().url}/api/organizations`, {
          method: 'POST',
          headers: {
            cookie,
            'sec-fetch-site': 'same-origin',
            ...(type === undefined ? {} : { 'content-type': type }),
          },
          body: new TextEncoder().encode('{"name":"forged"}'),
        });
        const { status, headers } = reply;
        const body = await reply.json();
        expectProblem({ status, headers, body }, 'unsupported_media_type');
      }
    });

    test('is refused beside a key', async () => {
      const { cookie, key } = await makeMember(server(), ['viewer']);
      const both = clientWith(server(), { cookie, authorization: key });
      expectProblem(await both.reply.fetchProfile(), 'bad_request');
    });

    test('is not signed in with a cookie that is made up, of another name or empty', async () => {
      const { cookie } = await makeMember(server(), ['viewer']);
      for (const wrong of [
        'jurybox_session=made-up',
        cookie.replace('jury', 'j'),
        'jurybox_session=',
      ]) {
        const reply = await clientWith(server(), { cookie: wrong }).reply.fetchProfile();
        expectProblem(reply, 'unauthenticated');
      }
    });

    test('is not signed in with a key as a cookie, nor with a session as a key', async () => {
      const { cookie, key } = await makeMember(server(), ['viewer']);
      const keyAsCookie = server().browser(`jurybox_session=${key}`);
      expectProblem(await keyAsCookie.reply.listSessions(), 'unauthenticated');
      expectProblem(await keyAsCookie.reply.fetchProfile(), 'unauthenticated');
      const sessionAsKey = server().client(cookie.split('=')[1]);
      expectProblem(await sessionAsKey.reply.fetchProfile(), 'unauthenticated');
    });

    test('finds the session among other cookies', async () => {
      const { cookie, userId } = await makeMember(server(), ['viewer']);
      const client = clientWith(server(), { cookie: `a=1; ${cookie}; b=2` });
      assert.equal((await client.fetchProfile()).id, userId);
    });

    test('learns only that it is not signed in, whatever else is wrong', async () => {
      const client = clientWith(server(), { cookie: 'jurybox_session=made-up' });
      const reply = await client.reply.createOrganization({ body: { name: '' } });
      expectProblem(reply, 'unauthenticated');
    });
  });

  describe('a session', () => {
    test('ends after eight hours without use', async (t) => {
      const { email } = await makeMember(server(), ['viewer']);
      const { browser } = await signIn(server(), { email, password: PASSWORD });
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 8 * HOUR_MS });
      expectProblem(await browser.reply.fetchProfile(), 'unauthenticated');
    });

    test('ends after a week, even if it is used', async (t) => {
      const { email } = await makeMember(server(), ['viewer']);
      const startedAt = Date.now();
      const { browser } = await signIn(server(), { email, password: PASSWORD });
      t.mock.timers.enable({ apis: ['Date'], now: startedAt });
      for (let now = startedAt; now < startedAt + 7 * DAY_MS; now += 7 * HOUR_MS) {
        t.mock.timers.setTime(now);
        await browser.fetchProfile();
        await until('the use is recorded', async () => {
          const current = (await browser.listSessions()).find((session) => session.current);
          return current?.last_used_at === new Date(now).toISOString();
        });
      }
      // Signing in took less than a minute.
      t.mock.timers.setTime(startedAt + 7 * DAY_MS + 60_000);
      expectProblem(await browser.reply.fetchProfile(), 'unauthenticated');
    });

    test('is not opened by its id', async () => {
      const { browser } = await makeMember(server(), ['viewer']);
      const [session] = await browser.listSessions();
      const reply = await clientWith(server(), {
        cookie: `jurybox_session=${session?.id}`,
      }).reply.fetchProfile();
      expectProblem(reply, 'unauthenticated');
    });
  });

  describe('signing in', () => {
    test('is refused from other origins, and possible without a browser', async () => {
      const { email } = await makeMember(server(), ['viewer']);
      const body = { email, password: PASSWORD };
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://evil.example' },
      ]) {
        const reply = await clientWith(server(), { ...headers }).reply.logIn({ body });
        expectProblem(reply, 'csrf_rejected');
        assert.equal(reply.headers.get('set-cookie'), null);
      }
      assert.equal((await visitor(server()).reply.logIn({ body })).status, 200);
    });

    test('leaves neither passwords nor tokens in the log', async () => {
      const { email } = await makeMember(server(), ['viewer']);
      const { cookie } = await signIn(server(), { email, password: PASSWORD });
      const secret = cookie.split('=')[1] ?? '';
      assert.ok(secret.length > 30 && !server().logs().includes(secret));
      assert.ok(!server().logs().includes(PASSWORD));
    });
  });
}, BEHIND_PROXY);

describe('a session over https', () => {
  test('has a cookie that only https carries and no other host can set', async () => {
    const server = await startTestServer({
      engine: 'sqlite',
      environment: { PUBLIC_URL: 'https://jurybox.example' },
    });
    try {
      const { headers } = await server.client().reply.logIn({
        body: { email: OWNER_EMAIL, password: OWNER_PASSWORD },
      });
      assert.match(
        headers.getSetCookie()[0] ?? '',
        /^__Host-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800; Secure$/,
      );
      const cookie = cookieIn(headers);
      await clientWith(server, { cookie, origin: 'https://jurybox.example' }).logOut();
      const reply = await clientWith(server, { cookie }).reply.fetchProfile();
      expectProblem(reply, 'unauthenticated');
      const plain = cookie.replace('__Host-session', 'jurybox_session');
      expectProblem(
        await clientWith(server, { cookie: plain }).reply.fetchProfile(),
        'unauthenticated',
      );
    } finally {
      await server.stop();
    }
  });
});

/** A client that sends exactly these headers. */
function clientWith(server: TestServer, headers: Record<string, string>) {
  return createClient({ baseUrl: server.url, headers });
}
