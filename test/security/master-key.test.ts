import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { readConfiguration } from '../../src/server/configuration.ts';
import { createMigratedDatabase } from '../support/databases.ts';
import { dumpData } from '../support/dump-data.ts';
import { ALLOW_LOOPBACK } from '../support/generation.ts';
import { answerChat, makeProvider } from '../support/providers.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { spawnRefused } from '../support/spawned-server.ts';
import { startTarget } from '../support/target-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const REFUSED = /belongs to another master key.*Set MASTER_KEY or MASTER_KEY_FILE/;

const newKey = () => randomBytes(32).toString('base64');

describe('the master key', () => {
  test('is created at the first start, readable by its owner only, and kept', async (t) => {
    const directory = temporaryDirectory();
    const base_url = await startChat(t);
    const first = await start(directory, '');
    const { id } = await makeProvider(first.owner, { base_url, api_key: 'sk-1' });
    await first.stop();
    const path = join(directory, 'master.key');
    const text = readFileSync(path, 'utf8');
    assert.equal(Buffer.from(text, 'base64').length, 32);
    if (process.platform !== 'win32') assert.equal(statSync(path).mode & 0o777, 0o600);
    const drafts = readdirSync(directory).filter((name) => name.startsWith('master.key.'));
    assert.deepEqual(drafts, []);
    const second = await start(directory, '');
    assert.equal(await canCallProvider(second, id), true);
    await second.stop();
    assert.equal(readFileSync(path, 'utf8'), text);
  });

  test('differs between installations', async () => {
    const keys = await Promise.all(
      [0, 1].map(async () => {
        const directory = temporaryDirectory();
        await (await start(directory, '')).stop();
        return readFileSync(join(directory, 'master.key'), 'utf8');
      }),
    );
    assert.notEqual(keys[0], keys[1]);
  });

  test('from MASTER_KEY leaves no file', async () => {
    const directory = temporaryDirectory();
    await (await start(directory, newKey())).stop();
    assert.ok(!readdirSync(directory).includes('master.key'));
  });

  test('that does not match the stored secrets stops the start with a sentence', async (t) => {
    const directory = temporaryDirectory();
    const base_url = await startChat(t);
    const key = newKey();
    const first = await start(directory, key);
    const { id } = await makeProvider(first.owner, { base_url, api_key: 'sk-1' });
    await first.stop();
    const { code, stderr } = await spawnRefused(directory, { MASTER_KEY: newKey() });
    assert.equal(code, 2, stderr);
    assert.match(stderr, REFUSED);
    await assertRefused(start(directory, ''), REFUSED);
    assert.ok(
      !readdirSync(directory).includes('master.key'),
      'a key that does not match was created',
    );
    const hex = Buffer.from(key, 'base64').toString('hex');
    const again = await start(directory, hex);
    assert.equal(await canCallProvider(again, id), true);
    await again.stop();
  });

  test('that was lost is not replaced by another one', async () => {
    const directory = temporaryDirectory();
    const first = await start(directory, '');
    await makeProvider(first.owner, { headers: { 'x-a': 'b' } });
    await first.stop();
    const path = join(directory, 'master.key');
    const text = readFileSync(path, 'utf8');
    rmSync(path);
    await assertRefused(start(directory, ''), REFUSED);
    writeFileSync(path, 'no key');
    await assertRefused(start(directory, ''), /holds no master key\. Restore it/);
    writeFileSync(path, text);
    await (await start(directory, '')).stop();
  });

  test('belongs to the database from the first start on, before any secret is stored', async () => {
    const directory = temporaryDirectory();
    const key = newKey();
    await (await start(directory, key)).stop();
    await assertRefused(start(directory, newKey()), REFUSED);
    await (await start(directory, key)).stop();
  });

  test('of two processes on one database is the same, or the second does not start', async (t) => {
    const databaseUrl = await createMigratedDatabase();
    const startWith = (MASTER_KEY: string) =>
      startTestServer({ engine: 'postgres', databaseUrl, environment: { MASTER_KEY } });
    const key = newKey();
    const first = await startWith(key);
    t.after(() => first.stop());
    await assertRefused(startWith(newKey()), REFUSED);
    await (await startWith(key)).stop();
  });

  test('derives the secrets of slots and cursors, so that none are stored in the database', async () => {
    const directory = temporaryDirectory();
    await (await start(directory, '')).stop();
    const stored = await dumpData(directory, undefined);
    assert.ok(stored.includes('master_key_id'), 'the settings of the installation are stored here');
    assert.doesNotMatch(stored, /slot_secret|cursor_secret/);
  });
});

describe('the settings of the master key', () => {
  const read = (environment: Record<string, string>) => readConfiguration({}, environment);

  test('name the key or a file that holds it', () => {
    const key = randomBytes(32);
    const path = join(temporaryDirectory(), 'key');
    writeFileSync(path, `${key.toString('hex')}\n`);
    assert.deepEqual(read({ MASTER_KEY: key.toString('base64') }).masterKey, key);
    assert.deepEqual(read({ MASTER_KEY_FILE: path }).masterKey, key);
    assert.equal(read({}).masterKey, undefined);
  });

  test('are refused with a sentence when they are invalid', () => {
    const missing = join(temporaryDirectory(), 'missing');
    const refusals: [environment: Record<string, string>, sentence: RegExp][] = [
      [{ MASTER_KEY: 'canary' }, /must be 32 bytes in base64 or hex/],
      [{ MASTER_KEY_FILE: missing }, /MASTER_KEY_FILE names .*, which cannot be read/],
      [{ MASTER_KEY: newKey(), MASTER_KEY_FILE: missing }, /are both set: leave one out/],
    ];
    for (const [environment, sentence] of refusals) {
      assert.throws(
        () => read(environment),
        (error: Error) =>
          error.name === 'ConfigurationError' &&
          sentence.test(error.message) &&
          !error.message.includes('canary'),
      );
    }
  });
});

/** An empty key means none. */
function start(dataDirectory: string, MASTER_KEY: string): Promise<TestServer> {
  const environment = { ...ALLOW_LOOPBACK, MASTER_KEY };
  return startTestServer({ engine: 'sqlite', dataDirectory, environment });
}

/** Stops a server that starts after all, or it would keep the test waiting. */
async function assertRefused(starting: Promise<TestServer>, sentence: RegExp): Promise<void> {
  const stopped = starting.then((server) => server.stop());
  await assert.rejects(stopped, sentence);
}

async function startChat(t: TestContext): Promise<string> {
  const target = await startTarget((request, response) => {
    const isRight = request.headers.authorization === 'Bearer sk-1';
    if (isRight) return answerChat(request, response);
    response.writeHead(401);
    response.end();
  });
  t.after(target.close);
  return target.url;
}

async function canCallProvider({ owner }: TestServer, provider_id: string): Promise<boolean> {
  const { ok } = await owner.testProvider({ parameters: { provider_id }, body: { model: 'm' } });
  return ok;
}
