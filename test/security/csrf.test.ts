import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ENDPOINTS } from '../../src/contract/api.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { enter, makeLink } from '../support/guests.ts';
import { sendRaw } from '../support/raw-http.ts';
import { OWNER_EMAIL, OWNER_KEY, OWNER_PASSWORD } from '../support/reachable.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { join, makeFirstTenant, type Person, type Tenant } from './tenants.ts';

const UNSAFE: readonly Endpoint[] = ENDPOINTS.filter(({ method }) => method !== 'GET');
const WITH_SESSION = UNSAFE.filter(({ access }) => access.kind !== 'anyone');
const WITHOUT_SESSION = UNSAFE.filter(({ access }) => access.kind === 'anyone');

type HeadersFor = (origin: string) => Record<string, string>;

/** Headers that foreign pages, and programs that only have the cookie, can send. */
const FOREIGN: Readonly<Record<string, HeadersFor>> = {
  'a page of another site': () => ({ 'sec-fetch-site': 'cross-site' }),
  'a page of a sister site': () => ({ 'sec-fetch-site': 'same-site' }),
  'a link typed by hand': () => ({ 'sec-fetch-site': 'none' }),
  'a page of another site that has our origin': (origin) => ({
    'sec-fetch-site': 'cross-site',
    origin,
  }),
  'another origin': () => ({ origin: 'https://evil.example' }),
  'our host on another port': (origin) => ({ origin: origin.replace(/\d+$/, '1') }),
  'our host under https': (origin) => ({ origin: origin.replace('http:', 'https:') }),
  'an opaque origin': () => ({ origin: 'null' }),
};

const OWN: Readonly<Record<string, HeadersFor>> = {
  'our own page': () => ({ 'sec-fetch-site': 'same-origin' }),
  'our own origin': (origin) => ({ origin }),
};

describe('a call with a session cookie', () => {
  let server: TestServer;
  let tenant: Tenant;
  let victim: Person;
  before(async () => {
    server = await startTestServer({ engine: 'sqlite' });
    tenant = await makeFirstTenant(server);
    victim = await join(server, tenant, ['owner']);
  });
  after(() => server.stop());

  for (const endpoint of WITH_SESSION) {
    test(`to ${endpoint.operationId} is refused unless our own page makes it`, async () => {
      const refused: typeof FOREIGN = { ...FOREIGN, 'no origin': () => ({}) };
      for (const [name, headersFor] of Object.entries(refused)) {
        const headers = { cookie: victim.cookie, ...headersFor(server.url) };
        const reply = await call(server, endpoint, headers);
        assert.equal(JSON.parse(reply.text).code, 'csrf_rejected', `${name}: ${reply.text}`);
        assert.equal(reply.status, 403);
      }
      assert.equal((await victim.browser.fetchProfile()).id, victim.userId);
    });

    test(`to ${endpoint.operationId} is accepted from our own page, and with a key from anywhere`, async () => {
      for (const [name, headersFor] of Object.entries(OWN)) {
        const { cookie } = await join(server, tenant, ['viewer']);
        const reply = await call(server, endpoint, { cookie, ...headersFor(server.url) });
        assert.ok(isAccepted(reply), `${name}: ${reply.status} ${reply.text}`);
      }
      if (endpoint.access.kind === 'session') return;
      const foreign = { authorization: OWNER_KEY, 'sec-fetch-site': 'cross-site' };
      assert.ok(isAccepted(await call(server, endpoint, foreign)));
    });
  }

  test('of a guest is refused too, unless our own page makes it', async () => {
    const { owner, evaluationId } = tenant;
    const { cookie, browser, id } = await enter(
      server,
      await makeLink(owner.client, { evaluationId }),
    );
    for (const endpoint of WITH_SESSION) {
      for (const headersFor of [...Object.values(FOREIGN), () => ({})]) {
        const reply = await call(server, endpoint, { cookie, ...headersFor(server.url) });
        const { code } = JSON.parse(reply.text);
        assert.equal(code, endpoint.guests === true ? 'csrf_rejected' : 'route_not_found');
      }
    }
    assert.equal((await browser.fetchProfile()).id, id);
  });

  test('must name its content type, even when the body is JSON', async () => {
    const own = { cookie: victim.cookie, 'sec-fetch-site': 'same-origin' };
    for (const type of [{}, { 'content-type': 'text/plain' }]) {
      const { status } = await sendRaw(server.url, {
        method: 'POST',
        path: '/api/apps',
        headers: { ...own, ...type },
        body: '{"app_name":"forged"}',
      });
      assert.equal(status, 415);
    }
    const apps = await victim.browser.listApps();
    assert.ok(!apps.some(({ app_name }) => app_name === 'forged'));
  });

  test('with an invalid cookie gets 401, whatever page makes it', async () => {
    const { status } = await sendRaw(server.url, {
      method: 'POST',
      path: '/api/apps',
      headers: { cookie: 'jurybox_session=invented', 'sec-fetch-site': 'cross-site' },
    });
    assert.equal(status, 401);
  });

  test('and a key beside it is refused: a request has one credential', async () => {
    const headers = { cookie: victim.cookie, authorization: OWNER_KEY };
    const { status, text } = await sendRaw(server.url, {
      method: 'GET',
      path: '/api/profile',
      headers,
    });
    assert.equal(status, 400);
    assert.equal(JSON.parse(text).code, 'bad_request');
  });

  for (const endpoint of WITHOUT_SESSION) {
    test(`${endpoint.operationId} needs no cookie, but is refused from other pages`, async () => {
      for (const [name, headersFor] of Object.entries(FOREIGN)) {
        const reply = await call(server, endpoint, headersFor(server.url));
        assert.equal(JSON.parse(reply.text).code, 'csrf_rejected', `${name}: ${reply.text}`);
      }
      for (const headersFor of [...Object.values(OWN), () => ({})]) {
        assert.ok(isAccepted(await call(server, endpoint, headersFor(server.url))));
      }
    });
  }
});

describe('the session cookie', () => {
  test('on plain http on this machine is HttpOnly and SameSite, and not Secure', async (t) => {
    const server = await startTestServer({ engine: 'sqlite' });
    t.after(server.stop);
    const { headers } = await signIn(server, server.url);
    const [cookie = '', device = ''] = headers.getSetCookie();
    const [pair = '', ...attributes] = cookie.split('; ');
    assert.match(device, /^jurybox_device=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
    assert.match(pair, /^jurybox_session=[\w-]{32,}$/);
    assert.deepEqual(attributes.sort(), ['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax']);
    assert.equal(headers.get('strict-transport-security'), null);
  });

  test('behind https belongs to the host alone, and comes with strict transport security', async (t) => {
    const origin = 'https://jurybox.example';
    const server = await startTestServer({
      engine: 'sqlite',
      environment: { PUBLIC_URL: origin },
    });
    t.after(server.stop);
    const { headers } = await signIn(server, origin);
    const [cookie = '', device = ''] = headers.getSetCookie();
    assert.match(device, /^__Host-device=[\w.-]+; Path=\/; HttpOnly; .*; Secure$/);
    const [pair = '', ...attributes] = cookie.split('; ');
    assert.match(pair, /^__Host-session=[\w-]{32,}$/);
    assert.deepEqual(attributes.sort(), [
      'HttpOnly',
      'Max-Age=604800',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ]);
    assert.match(headers.get('strict-transport-security') ?? '', /^max-age=\d{8,}/);

    const call = (from: Record<string, string>) =>
      sendRaw(server.url, {
        method: 'POST',
        path: '/api/auth/logout',
        headers: { host: 'jurybox.example', cookie: pair, ...from },
      });
    assert.equal((await call({ origin: server.url })).status, 403);
    const reply = await call({ origin });
    assert.equal(reply.status, 204);
    assert.match(reply.headers.get('set-cookie') ?? '', /^__Host-session=; .*Max-Age=0/);
  });
});

function signIn(server: TestServer, origin: string) {
  return sendRaw(server.url, {
    method: 'POST',
    path: '/api/auth/login',
    headers: { host: new URL(origin).host, origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email: OWNER_EMAIL, password: OWNER_PASSWORD }),
  });
}

function call(server: TestServer, endpoint: Endpoint, headers: Record<string, string>) {
  const path = endpoint.path.replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000');
  return sendRaw(server.url, {
    method: endpoint.method,
    path: `/api${path}`,
    headers: { 'content-type': 'application/json', ...headers },
    ...(endpoint.body === undefined ? {} : { body: '{}' }),
  });
}

function isAccepted({ status, text }: { status: number; text: string }): boolean {
  return status < 500 && status !== 401 && !text.includes('csrf_rejected');
}
