import assert from 'node:assert/strict';
import { chmodSync, openSync, readdirSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import pg from 'pg';
import { copyMigratedFile } from '../support/copy-migrated-file.ts';
import { createMigratedDatabase } from '../support/databases.ts';
import { ALLOW_LOOPBACK } from '../support/generation.ts';
import { answerChat, makeProvider } from '../support/providers.ts';
import { MASTER_KEY, OWNER_EMAIL, OWNER_PASSWORD } from '../support/reachable.ts';
import { cookieIn } from '../support/requests.ts';
import { runCommand } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import { startTestServer } from '../support/running-server.ts';
import { startTarget } from '../support/target-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'look' | 'wrong';
  readonly finding: string;
  readonly advice?: string;
}

describe('jurybox doctor', () => {
  test('finds nothing wrong with an embedded installation, running or not', async (t) => {
    const target = await startTarget(answerChat);
    t.after(target.close);
    const directory = temporaryDirectory();
    copyMigratedFile(directory);
    chmodSync(directory, 0o700);
    const server = await startTestServer({
      engine: 'sqlite',
      dataDirectory: directory,
      environment: { ...ALLOW_LOOPBACK, MASTER_KEY: '' },
    });
    await makeProvider(server.owner, { base_url: target.url, api_key: 'sk-1' });
    // Without an owner's address this is the key of a client.
    const client = { ...ALLOW_LOOPBACK, JURYBOX_API_KEY: 'some-key' };
    const running = await examine(directory, client, runCommand);
    assert.equal(running.code, 0, running.text);
    assert.deepEqual(statusesOf(running.findings), EMBEDDED);
    assert.match(running.line('master key'), /opens the secrets of 1 providers/);
    assert.match(running.line('providers'), /answers/);
    await server.stop();
    const files = listFiles(directory);
    const stopped = await examine(directory, {});
    assert.equal(stopped.code, 0, stopped.text);
    // Without ALLOW_LOOPBACK the guard refuses the provider.
    assert.deepEqual(statusesOf(stopped.findings), { ...EMBEDDED, providers: 'look' });
    assert.deepEqual(listFiles(directory), files, 'the doctor leaves no files behind');
    chmodSync(directory, 0o755);
    const printed = await runHere(['doctor', '--data-dir', directory]);
    assert.match(printed.stdout, /^look +directory .* is open to other users.*Run "chmod 700/m);
    const wrongKey = await examine(directory, { MASTER_KEY });
    assert.equal(wrongKey.code, 1);
    assert.match(wrongKey.line('master key'), /but the data needs .* Set MASTER_KEY/);
    damage(join(directory, 'jurybox.db'));
    const damaged = await examine(directory, {});
    assert.equal(damaged.code, 1);
    assert.match(damaged.text, /damaged|malformed|cannot be read/);
  });

  test('calls a provider on this machine that the owner of the installation allowed', async (t) => {
    const target = await startTarget(answerChat);
    t.after(target.close);
    const directory = temporaryDirectory();
    copyMigratedFile(directory);
    const server = await startTestServer({ engine: 'sqlite', dataDirectory: directory });
    t.after(server.stop);
    const credentials = { email: OWNER_EMAIL, password: OWNER_PASSWORD };
    const { headers } = await server.client().reply.logIn({ body: credentials });
    await makeProvider(server.browser(cookieIn(headers)), {
      base_url: target.url,
      allow_loopback: true,
    });
    assert.equal((await examine(directory, { MASTER_KEY })).status('providers'), 'ok');
    // Behind an address that other machines reach, the service would not call it either.
    const reached = { MASTER_KEY, PUBLIC_URL: 'https://jurybox.example' };
    assert.equal((await examine(directory, reached)).status('providers'), 'look');
  });

  test('reports unsafe durability and an old schema on a database server', async (t) => {
    const databaseUrl = await createMigratedDatabase();
    const server = await startTestServer({ engine: 'postgres', databaseUrl });
    t.after(() => server.stop());
    const directory = temporaryDirectory();
    const settings = { DATABASE_URL: databaseUrl, MASTER_KEY };
    const fine = await examine(directory, settings);
    assert.equal(fine.code, 0, fine.text);
    for (const check of SERVED) assert.notEqual(fine.status(check), 'wrong', check);
    const client = new pg.Client(databaseUrl);
    await client.connect();
    t.after(() => client.end());
    const name = new URL(databaseUrl).pathname.slice(1);
    await client.query(`ALTER DATABASE "${name}" SET synchronous_commit = off`);
    const weak = await examine(directory, settings);
    assert.equal(weak.code, 1);
    assert.match(weak.line('durability'), /synchronous_commit.*Switch them on/);
    const relaxed = await examine(directory, { ...settings, DURABILITY: 'relaxed' });
    assert.equal(relaxed.status('durability'), 'look');
    await client.query(`ALTER DATABASE "${name}" RESET synchronous_commit`);
    await client.query('DELETE FROM schema_migrations WHERE number > 5');
    const old = await examine(directory, settings);
    assert.equal(old.code, 1);
    assert.match(old.line('schema'), /schema of another release.*Start this release once/);
  });

  test('goes on after a failed check, with exit code 1', async () => {
    const directory = temporaryDirectory();
    const nowhere = await examine(directory, { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' });
    assert.equal(nowhere.code, 1);
    assert.match(nowhere.line('database'), /127\.0\.0\.1:1 does not answer/);
    assert.notEqual(nowhere.status('web assets'), undefined);
    const unset = await examine(directory, { PORT: 'many' });
    assert.equal(unset.code, 1);
    assert.match(unset.line('settings'), /PORT must be a whole number/);
    for (const share of SHARES) {
      const none = await examine(directory, { [share]: '0' });
      assert.equal(none.code, 1);
      assert.match(none.line('settings'), new RegExp(`${share} must be a whole number from 1 to`));
    }
    const open = await examine(directory, { HOST: '0.0.0.0' });
    assert.match(open.line('settings'), /set PUBLIC_URL/);
    const owned = { JURYBOX_OWNER_EMAIL: OWNER_EMAIL, JURYBOX_API_KEY: 'some-key' };
    assert.match((await examine(directory, owned)).line('settings'), /go together/);
    const empty = await examine(join(directory, 'none'), {});
    assert.equal(empty.code, 1);
    assert.match(empty.line('directory'), /does not exist/);
  });
});

const EMBEDDED = {
  settings: 'ok',
  directory: 'ok',
  'file system': 'ok',
  space: 'ok',
  integrity: 'ok',
  durability: 'ok',
  size: 'ok',
  schema: 'ok',
  clock: 'ok',
  backup: 'look',
  'master key': 'ok',
  providers: 'ok',
};

/** Limits that must be at least 1. */
const SHARES = [
  'CONNECTIONS_PER_ADDRESS',
  'CONNECTIONS_PER_CALLER',
  'UPLOADS_PER_CALLER',
  'STREAMS_PER_CALLER',
];

const SERVED = [
  'database',
  'durability',
  'integrity',
  'rights',
  'clock',
  'size',
  'statistics',
  'transactions',
  'connections',
  'pooler',
  'schema',
  'master key',
];

async function examine(
  directory: string,
  environment: Readonly<Record<string, string>>,
  run = runHere,
) {
  const command = ['doctor', '--json', '--data-dir', directory];
  const { code, stdout, stderr } = await run(command, {
    environment: { DISK_FREE_MIN: '0', ...environment },
  });
  assert.equal(stderr, '');
  const { ok, findings }: { ok: boolean; findings: readonly Finding[] } = JSON.parse(stdout);
  // These tests run with and without a built web UI.
  const own = findings.filter(({ check }) => check !== 'web assets');
  const isBuilt = findings.some(({ check, status }) => check === 'web assets' && status === 'ok');
  assert.equal(
    ok,
    findings.every(({ status }) => status !== 'wrong'),
  );
  for (const { status, advice } of findings) assert.equal(advice === undefined, status === 'ok');
  const find = (name: string) => findings.find(({ check }) => check === name);
  return {
    code: isBuilt ? code : Number(own.some(({ status }) => status === 'wrong')),
    findings: own,
    text: stdout,
    status: (name: string) => find(name)?.status,
    line: (name: string) => `${find(name)?.finding} ${find(name)?.advice ?? ''}`,
  };
}

function statusesOf(findings: readonly Finding[]): Record<string, string> {
  return Object.fromEntries(findings.map(({ check, status }) => [check, status]));
}

function listFiles(directory: string): string[] {
  return readdirSync(directory).sort();
}

/** Overwrites pages in the middle, as a failing disk might. */
function damage(path: string): void {
  const { size } = statSync(path);
  const file = openSync(path, 'r+');
  const junk = Buffer.alloc(Math.floor(size / 2), 0x5a);
  writeSync(file, junk, 0, junk.length, Math.floor(size / 4));
}
