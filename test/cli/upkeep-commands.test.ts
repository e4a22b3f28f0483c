import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import pg from 'pg';
import { unique } from '../support/builders.ts';
import { copyMigratedFile } from '../support/copy-migrated-file.ts';
import { createDatabase, createMigratedDatabase } from '../support/databases.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type MadeEvaluation, makeHumanEvaluation } from '../support/evaluations.ts';
import { expectProblem } from '../support/expect.ts';
import { ALLOW_LOOPBACK } from '../support/generation.ts';
import { answerChat, makeProvider, workspaceOf } from '../support/providers.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../support/reachable.ts';
import { runCommand } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { takeTasks } from '../support/take-tasks.ts';
import { startTarget } from '../support/target-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { signIn } from '../support/visitor.ts';

describe('jurybox keys rotate', () => {
  test('seals secrets under a new key in the data directory, and keeps slot ids', async (t) => {
    const directory = temporaryDirectory();
    copyMigratedFile(directory);
    const base_url = await startChat(t);
    const start = () =>
      startTestServer({
        engine: 'sqlite',
        dataDirectory: directory,
        environment: { ...ALLOW_LOOPBACK, MASTER_KEY: '' },
      });
    const first = await start();
    const { id } = await makeProvider(first.owner, {
      base_url,
      api_key: 'sk-1',
      headers: { 'x-a': 'b' },
    });
    const evaluation = await makeHumanEvaluation(first.owner);
    await fillOutputs(first.owner, evaluation);
    const before = await slotsOf(first, evaluation);
    const rotate = () => runCommand(['keys', 'rotate', '--data-dir', directory]);
    const refused = await rotate();
    assert.equal(refused.code, 2, 'the service runs');
    assert.match(refused.stderr, /is in use by process .* Stop that server/);
    await first.stop();
    const oldKey = readFileSync(join(directory, 'master.key'), 'utf8');
    const done = await rotate();
    assert.equal(done.code, 0, done.stderr);
    assert.match(done.stderr, /secrets of 1 providers are sealed with the new master key/);
    const [oldKeyFile = ''] = readdirSync(directory).filter((name) => name.includes('.before-'));
    assert.equal(readFileSync(join(directory, oldKeyFile), 'utf8'), oldKey);
    assert.notEqual(readFileSync(join(directory, 'master.key'), 'utf8'), oldKey);
    // The state after a kill between the transaction and the renaming.
    renameSync(join(directory, 'master.key'), join(directory, 'master.key.next'));
    writeFileSync(join(directory, 'master.key'), oldKey);
    const second = await start();
    t.after(() => second.stop());
    assert.ok(!existsSync(join(directory, 'master.key.next')), 'the start has finished the change');
    assert.equal(await answers(second, id), true);
    assert.deepEqual(await slotsOf(second, evaluation), before);
  });

  test('takes a key from a file, refuses while processes run, locks out the old key', async (t) => {
    const databaseUrl = await createMigratedDatabase();
    const base_url = await startChat(t);
    const folder = temporaryDirectory();
    const [oldKey, newKey] = [newMasterKey(), newMasterKey()];
    const start = (MASTER_KEY: string) =>
      startTestServer({
        engine: 'postgres',
        databaseUrl,
        environment: { ...ALLOW_LOOPBACK, MASTER_KEY },
      });
    const first = await start(oldKey);
    t.after(() => first.stop());
    const { id } = await makeProvider(first.owner, { base_url, api_key: 'sk-1' });
    writeFileSync(join(folder, 'new.key'), newKey);
    const environment = { DATABASE_URL: databaseUrl, MASTER_KEY: oldKey };
    const rotate = (...options: readonly string[]) =>
      runCommand(['keys', 'rotate', ...options], { environment, directory: folder });
    const running = await rotate('--new-key-file', 'new.key');
    assert.equal(running.code, 2, running.stderr);
    assert.match(running.stderr, /The service runs \(1 process\)\. Stop it/);
    const unnamed = await rotate();
    assert.equal(unnamed.code, 2);
    // A process without a recent sign of life goes unnoticed; it must not do any harm.
    const client = new pg.Client(databaseUrl);
    await client.connect();
    t.after(() => client.end());
    await client.query('CREATE RULE unseen AS ON INSERT TO generation_workers DO INSTEAD NOTHING');
    await client.query('DELETE FROM generation_workers');
    assert.match((await rotate()).stderr, /name the file with --new-key-file/);
    const done = await rotate('--new-key-file', 'new.key');
    assert.equal(done.code, 0, done.stderr);
    assert.match(done.stderr, /Start the service with the new key/);
    const again = await rotate('--new-key-file', 'new.key');
    assert.equal(again.code, 0, 'rotating to the same key again succeeds');
    const late = await first.owner.reply.createProvider({
      body: {
        name: unique('late'),
        base_url,
        api_key: 'sk-2',
        workspace_id: await workspaceOf(first.owner),
      },
    });
    assert.match(expectProblem(late, 'unavailable').detail, /master key was changed/);
    assert.equal(await answers(first, id), false);
    await assert.rejects(start(oldKey), /belongs to another master key/);
    const second = await start(newKey);
    t.after(() => second.stop());
    assert.equal(await answers(second, id), true);
  });
});

describe('jurybox users reset-password', () => {
  test('sets a password while the service runs, and ends every session', async (t) => {
    const directory = temporaryDirectory();
    copyMigratedFile(directory);
    const server = await startTestServer({ engine: 'sqlite', dataDirectory: directory });
    t.after(() => server.stop());
    const before = await signIn(server, { email: OWNER_EMAIL, password: OWNER_PASSWORD });
    await before.browser.fetchProfile();
    const reset = ['users', 'reset-password', '--data-dir', directory];
    const command = (email: string, ...options: readonly string[]) => [...reset, email, ...options];
    const done = await runCommand(command(OWNER_EMAIL.toUpperCase()));
    assert.equal(done.code, 0, done.stderr);
    const password = done.stdout.trim();
    expectProblem(await before.browser.reply.fetchProfile(), 'unauthenticated');
    await signIn(server, { email: OWNER_EMAIL, password });
    const chosen = 'a passphrase of my own';
    const ask = (input: string) => runHere(command(OWNER_EMAIL, '--ask'), { input });
    const typed = await ask(chosen);
    assert.equal(typed.code, 0, typed.stderr);
    assert.doesNotMatch(typed.stdout + typed.stderr, /a passphrase of my own/);
    await signIn(server, { email: OWNER_EMAIL, password: chosen });
    for (const [result, sentence] of [
      [await runHere(command('nobody@jurybox.test')), /No account has the e-mail address/],
      [await ask('short'), /12 to 128 characters/],
      [await ask('password12345'), /most common/],
    ] as const) {
      assert.equal(result.code, 2);
      assert.match(result.stderr, sentence);
    }
  });
});

describe('jurybox distribute', () => {
  test('refuses the embedded database, and a server without the extension', async () => {
    const embedded = await runHere(['distribute', '--data-dir', temporaryDirectory()]);
    assert.equal(embedded.code, 2);
    assert.match(embedded.stderr, /embedded database cannot be distributed/);
    const environment = { DATABASE_URL: await createDatabase() };
    const plain = await runHere(['distribute'], { environment });
    assert.equal(plain.code, 2);
    assert.match(plain.stderr, /no extension "citus"/);
  });
});

describe('jurybox upkeep now', () => {
  test('removes expired sessions while the service runs', async (t) => {
    const databaseUrl = await createMigratedDatabase();
    const server = await startTestServer({ engine: 'postgres', databaseUrl });
    t.after(() => server.stop());
    const client = new pg.Client(databaseUrl);
    await client.connect();
    t.after(() => client.end());
    await signIn(server, { email: OWNER_EMAIL, password: OWNER_PASSWORD });
    await client.query(
      "UPDATE credentials SET valid_until = 1, expires_at = 1 WHERE kind = 'session'",
    );
    const result = await runHere(['upkeep', 'now', '--json'], {
      environment: { DATABASE_URL: databaseUrl },
    });
    assert.equal(result.code, 0, result.stderr);
    assert.deepEqual(JSON.parse(result.stdout), { done: true });
    const { rows } = await client.query("SELECT id FROM credentials WHERE kind = 'session'");
    assert.deepEqual(rows, []);
  });
});

async function slotsOf({ owner }: TestServer, evaluation: MadeEvaluation): Promise<string[]> {
  const [task] = await takeTasks(owner, evaluation);
  assert.ok(task);
  return task.slots.map(({ slot_id }) => slot_id);
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

async function answers({ owner }: TestServer, provider_id: string): Promise<boolean> {
  const { ok } = await owner.testProvider({ parameters: { provider_id }, body: { model: 'm' } });
  return ok;
}

const newMasterKey = () => randomBytes(32).toString('base64');
