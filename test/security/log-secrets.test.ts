import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createClient } from '../../src/client/client.ts';
import { createMigratedDatabase } from '../support/databases.ts';
import { dumpData } from '../support/dump-data.ts';
import { ENGINES } from '../support/engine-names.ts';
import { makeHumanEvaluation } from '../support/evaluations.ts';
import { sendBytes, sendRaw } from '../support/raw-http.ts';
import { tokenIn } from '../support/requests.ts';
import { makeDataDirectory, spawnServer } from '../support/spawned-server.ts';
import { cookieOf } from './tenants.ts';

const OWNER_EMAIL = 'owner@jurybox.test';
const OWNER_PASSWORD = 'canary-password-of-the-owner';
const OWNER_KEY = 'canaryky.canary-key-of-the-operator-0123456789';
const IDEMPOTENCY_KEY = 'canary-idempotency-key';

describe('secrets that were used', () => {
  for (const engine of ENGINES) {
    test(`are neither in the logs nor in the data on ${engine}`, async (t) => {
      const { path, remove } = makeDataDirectory();
      t.after(remove);
      const databaseUrl = engine === 'postgres' ? await createMigratedDatabase() : undefined;
      const server = await spawnServer(path, {
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
        LOG_LEVEL: 'debug',
        JURYBOX_OWNER_EMAIL: OWNER_EMAIL,
        JURYBOX_OWNER_PASSWORD: OWNER_PASSWORD,
        JURYBOX_API_KEY: OWNER_KEY,
      });
      t.after(server.stop);
      const secrets = [...(await useSecrets(server.url)), ...(await sendMisplaced(server.url))];
      const liveData = await dumpData(path, databaseUrl);
      await server.stop();
      const printed = server.printed();
      const restingData = await dumpData(path, databaseUrl);
      assert.match(printed, /"operation":"createKey"/, 'the logs were read');
      assert.ok(liveData.includes(OWNER_EMAIL), 'the data was read');
      assert.ok(secrets.length >= 12);
      for (const secret of secrets) {
        assert.ok(secret.length >= 8, secret);
        assert.ok(!printed.includes(secret), `in the logs: ${secret}`);
        assert.ok(!liveData.includes(secret), `in the data: ${secret}`);
        assert.ok(!restingData.includes(secret), `in the data at rest: ${secret}`);
      }
    });
  }
});

/** Uses every kind of secret as it is meant to be used; returns them all. */
async function useSecrets(baseUrl: string): Promise<string[]> {
  const anonymous = createClient({ baseUrl });
  const client = createClient({ baseUrl, apiKey: OWNER_KEY });
  const login = await anonymous.reply.logIn({
    body: { email: OWNER_EMAIL, password: OWNER_PASSWORD },
  });
  const cookie = cookieOf(login.headers);
  const browser = createClient({ baseUrl, headers: { cookie, 'sec-fetch-site': 'same-origin' } });
  const { id } = await browser.fetchOwnOrganization();
  const { default_workspace } = await browser.fetchOrganization({ parameters: { org_id: id } });
  const key = await client.createKey({
    query: { workspace_id: default_workspace },
    idempotencyKey: IDEMPOTENCY_KEY,
  });
  const [invitation] = await client.inviteToWorkspace({
    parameters: { org_id: id, workspace_id: default_workspace },
    body: [{ email: 'new@jurybox.test', roles: ['viewer'] }],
    idempotencyKey: `${IDEMPOTENCY_KEY}-2`,
  });
  const token = tokenIn(invitation?.invite_url);
  const newcomer = 'canary-password-of-the-newcomer';
  const joined = await anonymous.reply.exchangeInvitation({
    body: { token, username: 'new', password: newcomer },
  });
  const { evaluation_id } = await makeHumanEvaluation(client);
  const link = await client.createAnnotatorInvitation({
    parameters: { evaluation_id },
    idempotencyKey: `${IDEMPOTENCY_KEY}-3`,
  });
  const visited = await anonymous.reply.exchangeInvitation({
    body: { token: tokenIn(link.url), username: 'guest' },
  });
  const changed = 'canary-password-that-is-new';
  await browser.changePassword({
    body: { current_password: OWNER_PASSWORD, new_password: changed },
  });
  await createClient({ baseUrl, apiKey: key }).fetchProfile();
  return [
    OWNER_PASSWORD,
    OWNER_KEY,
    OWNER_KEY.split('.')[1] ?? '',
    cookie.split('=')[1] ?? '',
    key,
    key.split('.')[1] ?? '',
    token,
    newcomer,
    cookieOf(joined.headers).split('=')[1] ?? '',
    tokenIn(link.url),
    cookieOf(visited.headers).split('=')[1] ?? '',
    changed,
    IDEMPOTENCY_KEY,
  ];
}

/** Sends secrets to where they do not belong; returns them. */
async function sendMisplaced(baseUrl: string): Promise<string[]> {
  const secret = (place: string) => `canary-astray-in-${place}-0123456789abcdef`;
  const client = createClient({ baseUrl, apiKey: OWNER_KEY });
  await createClient({ baseUrl }).reply.logIn({
    body: { email: OWNER_EMAIL, password: secret('a-wrong-password') },
  });
  await createClient({ baseUrl }).reply.setUp({
    body: {
      token: secret('a-wrong-token'),
      email: 'x@jurybox.test',
      username: 'x',
      password: secret('a-password'),
    },
  });
  await createClient({ baseUrl, apiKey: secret('a-wrong-key') }).reply.listApps();
  await client.reply.fetchApp({ parameters: { app_id: secret('a-path') } });
  await client.reply.listApps({ query: { cursor: secret('a-cursor') } });
  const requests = [
    { method: 'GET', path: `/api/nowhere/${secret('a-route')}` },
    { method: 'TRACE', path: `/api/apps?token=${secret('a-query')}` },
    {
      method: 'GET',
      path: '/api/profile',
      headers: { cookie: `jurybox_session=${secret('a-cookie')}` },
    },
    { method: 'POST', path: '/api/apps', body: `{"app_name": ${secret('a-broken-body')}` },
  ];
  for (const request of requests) await sendRaw(baseUrl, request);
  await sendBytes(baseUrl, `GET / HTTP/1.1\r\nbroken ${secret('a-broken-header')}\r\n\r\n`);
  const places = [
    'a-wrong-password',
    'a-wrong-token',
    'a-password',
    'a-wrong-key',
    'a-path',
    'a-cursor',
    'a-route',
    'a-query',
    'a-cookie',
    'a-broken-body',
    'a-broken-header',
  ];
  return places.map(secret);
}
