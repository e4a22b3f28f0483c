import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { createClient } from '../../src/client/client.ts';
import { ENDPOINTS } from '../../src/contract/api.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { ConfigurationError, readConfiguration } from '../../src/server/configuration.ts';
import { createDatabase } from '../support/databases.ts';
import { ENGINES, type EngineName } from '../support/engine-names.ts';
import { expectProblem } from '../support/expect.ts';
import { sendRaw } from '../support/raw-http.ts';
import {
  MASTER_KEY,
  OWNER_EMAIL,
  OWNER_ENVIRONMENT,
  OWNER_PASSWORD,
} from '../support/reachable.ts';
import { startTestServer } from '../support/running-server.ts';
import { makeDataDirectory, spawnRefused, spawnServer } from '../support/spawned-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { cookieOf } from './tenants.ts';

const OWNER = { email: 'first@jurybox.test', username: 'first', password: 'a first passphrase' };

/** The routes that need no credential, as the wire contract lists them. */
const OPEN_ROUTES = [
  'GET /health',
  'GET /livez',
  'GET /readyz',
  'GET /openapi.json',
  'GET /docs',
  'GET /auth/setup',
  'POST /auth/setup',
  'POST /auth/login',
  'POST /auth/invitations/exchange',
  'GET /auth/session',
  'POST /auth/password-reset',
];

for (const engine of ENGINES) {
  describe(`a fresh installation on ${engine}`, () => {
    test('has no account and nothing to guess', async (t) => {
      const server = await startTestServer({ engine, owner: 'to be set up' });
      t.after(server.stop);
      assert.deepEqual(await server.client().checkSetup(), { required: true });
      const guesses = ['admin', 'root', 'owner@jurybox.test', 'admin@localhost'];
      for (const email of guesses) {
        const reply = await server.client().reply.logIn({ body: { email, password: email } });
        expectProblem(reply, 'unauthenticated');
      }
    });

    test('with an owner from its variables refuses the setup link of an earlier start', async (t) => {
      const place = await makePlace(engine);
      const before = await startTestServer({ engine, ...place, owner: 'to be set up' });
      const token = tokenOf(before.setupUrl);
      await before.stop();
      const server = await startTestServer({ engine, ...place });
      t.after(server.stop);
      const reply = await server.client().reply.setUp({ body: { ...OWNER, token } });
      expectProblem(reply, 'invitation_invalid');
    });

    test('is set up once, with the printed link and no other', async (t) => {
      const server = await startTestServer({ engine, owner: 'to be set up' });
      t.after(server.stop);
      const client = server.client();
      const token = tokenOf(server.setupUrl);
      const wrong = await client.reply.setUp({ body: { ...OWNER, token: `${token}x` } });
      expectProblem(wrong, 'invitation_invalid');
      assert.deepEqual(await client.checkSetup(), { required: true });

      const done = await client.reply.setUp({ body: { ...OWNER, token } });
      assert.equal(done.status, 200);
      const browser = server.browser(cookieOf(done.headers));
      assert.equal((await browser.fetchProfile()).email, OWNER.email);
      await browser.fetchOwnOrganization();

      assert.deepEqual(await client.checkSetup(), { required: false });
      const again = { ...OWNER, token, email: 'second@jurybox.test' };
      expectProblem(await client.reply.setUp({ body: again }), 'invitation_invalid');
    });

    test('lets exactly one of several callers with the same link become the owner', async (t) => {
      const server = await startTestServer({ engine, owner: 'to be set up' });
      t.after(server.stop);
      const token = tokenOf(server.setupUrl);
      const replies = await Promise.all(
        ['a', 'b', 'c', 'd'].map((name) =>
          server.client().reply.setUp({
            body: { ...OWNER, token, email: `${name}@jurybox.test`, username: name },
          }),
        ),
      );
      assert.equal(replies.filter(({ status }) => status === 200).length, 1);
      assert.equal(replies.filter(({ status }) => status === 400).length, 3);
    });

    test('opens to anonymous callers only what the wire contract lists', async (t) => {
      const server = await startTestServer({ engine, owner: 'to be set up' });
      t.after(server.stop);
      for (const endpoint of ENDPOINTS as readonly Endpoint[]) {
        const path = endpoint.path.replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000');
        const { status } = await sendRaw(server.url, {
          method: endpoint.method,
          path: `/api${path}`,
        });
        const route = `${endpoint.method} ${endpoint.path}`;
        assert.equal(status !== 401, OPEN_ROUTES.includes(route), `${route}: ${status}`);
      }
    });

    test('with the variables of an owner has that owner, their key, and no setup', async (t) => {
      const server = await startTestServer({
        engine,
        environment: { JURYBOX_API_KEY: 'any-32-visible-characters-will-do' },
      });
      t.after(server.stop);
      assert.equal(server.setupUrl, undefined);
      assert.deepEqual(await server.client().checkSetup(), { required: false });
      const client = server.client('any-32-visible-characters-will-do');
      assert.equal((await client.fetchProfile()).email, OWNER_EMAIL);
      assert.equal((await client.listKeys())[0]?.prefix, 'any-32-v');
      const signedIn = await server.client().reply.logIn({
        body: { email: OWNER_EMAIL, password: OWNER_PASSWORD },
      });
      assert.equal(signedIn.status, 200);
    });
  });
}

describe('jurybox serve on an empty data directory', () => {
  test('prints a setup link with a new token at each start until one is used', async (t) => {
    const { path, remove } = makeDataDirectory();
    t.after(remove);
    const first = await spawnServer(path);
    t.after(first.stop);
    const firstToken = tokenOf(setupLink(first.printed()));
    await first.stop();
    const second = await spawnServer(path);
    t.after(second.stop);
    const token = tokenOf(setupLink(second.printed()));
    assert.match(token, /^[\w-]{32,}$/);
    assert.notEqual(token, firstToken);
    const client = createClient({ baseUrl: second.url });
    const old = await client.reply.setUp({ body: { ...OWNER, token: firstToken } });
    expectProblem(old, 'invitation_invalid');
    await client.setUp({ body: { ...OWNER, token } });
    await second.stop();
    const third = await spawnServer(path);
    t.after(third.stop);
    assert.equal(setupLink(third.printed()), undefined);
  });

  test('keeps its data from other users, and hashes passwords at the cost that OWASP recommends', async (t) => {
    const { path, remove } = makeDataDirectory();
    t.after(remove);
    const data = join(path, 'data');
    const server = await spawnServer(data, OWNER_ENVIRONMENT);
    t.after(server.stop);
    assert.equal(modeOf(data), '700');
    const files = readdirSync(data);
    assert.ok(files.length > 0);
    for (const file of files) assert.equal(modeOf(join(data, file)), '600', file);
    const database = new DatabaseSync(join(data, 'jurybox.db'), { readOnly: true });
    t.after(() => database.close());
    const stored = database.prepare('SELECT password_hash FROM users').get();
    assert.match(String(stored?.['password_hash']), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('signs in an owner whose password was stored at another cost', async (t) => {
    const { path, remove } = makeDataDirectory();
    t.after(remove);
    const earlier = await startTestServer({ engine: 'sqlite', dataDirectory: path });
    await earlier.stop();
    const server = await spawnServer(path, { MASTER_KEY });
    t.after(server.stop);
    const reply = await createClient({ baseUrl: server.url }).reply.logIn({
      body: { email: OWNER_EMAIL, password: OWNER_PASSWORD },
    });
    assert.equal(reply.status, 200);
  });
});

/** Invalid settings, each with the word that its sentence must name. */
const REFUSED: readonly { variables: Record<string, string>; names: string }[] = [
  { variables: { PORT: 'eighty' }, names: 'PORT' },
  { variables: { PORT: '70000' }, names: 'PORT' },
  { variables: { DATABASE_URL: 'mysql://localhost/jurybox' }, names: 'DATABASE_URL' },
  { variables: { ...OWNER_ENVIRONMENT, JURYBOX_OWNER_PASSWORD: 'short' }, names: 'PASSWORD' },
  { variables: { ...OWNER_ENVIRONMENT, JURYBOX_API_KEY: 'short' }, names: 'JURYBOX_API_KEY' },
  { variables: { JURYBOX_API_KEY: OWNER_ENVIRONMENT.JURYBOX_API_KEY }, names: 'JURYBOX_API_KEY' },
  { variables: { HOST: '0.0.0.0' }, names: 'PUBLIC_URL' },
  { variables: { HOST: '0.0.0.0', PUBLIC_URL: 'http://jurybox.example' }, names: 'PUBLIC_URL' },
  { variables: { PUBLIC_URL: 'jurybox.example' }, names: 'PUBLIC_URL' },
  { variables: { DURABILITY: 'perhaps' }, names: 'DURABILITY' },
];

describe('an invalid setting', () => {
  for (const { variables, names } of REFUSED) {
    const shown = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
    test(`${shown.join(' ')} is refused in one sentence`, () => {
      const isRefusal = (error: unknown) => {
        assert.ok(error instanceof ConfigurationError);
        assertSentence(error.message, names);
        return true;
      };
      assert.throws(() => readConfiguration({}, variables), isRefusal);
    });
  }

  test('ends the start before anything is written', async (t) => {
    const { path, remove } = makeDataDirectory();
    t.after(remove);
    const variables = { ...OWNER_ENVIRONMENT, JURYBOX_API_KEY: 'short' };
    const { code, stdout, stderr } = await spawnRefused(path, variables);
    assert.equal(code, 2, stderr);
    assert.equal(stdout, '');
    assert.match(stderr, /^[^\n]*\n$/);
    assertSentence(stderr.trim(), 'JURYBOX_API_KEY');
    assert.doesNotMatch(stderr, /\bat .*:\d+:\d+|Error:/);
    assert.deepEqual(readdirSync(path), [], 'something was written');
  });
});

function assertSentence(text: string, names: string): void {
  assert.match(text, new RegExp(`^[^\\n]*${names}[^\\n]*\\.$`));
  assert.ok(!text.includes(OWNER_PASSWORD), 'a password is not repeated');
}

function setupLink(printed: string): string | undefined {
  return /^http\S+#token=\S+$/m.exec(printed)?.[0];
}

function tokenOf(link: string | undefined): string {
  const token = new URL(link ?? '').hash.replace('#token=', '');
  assert.notEqual(token, '');
  return token;
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

async function makePlace(engine: EngineName) {
  if (engine === 'sqlite') return { dataDirectory: temporaryDirectory() };
  const databaseUrl = await createDatabase();
  return { databaseUrl };
}
