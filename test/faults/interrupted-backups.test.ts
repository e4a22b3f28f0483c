import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import pg from 'pg';
import { makeApp } from '../support/builders.ts';
import { copyMigratedFile } from '../support/copy-migrated-file.ts';
import { createDatabase, createMigratedDatabase } from '../support/databases.ts';
import { openedFiles } from '../support/opened-files.ts';
import { startPostgresRelay } from '../support/postgres-relay.ts';
import { runCommand, spawnCommand } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import { startTestServer } from '../support/running-server.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { until } from '../support/until.ts';

const MIB = 1024 * 1024;

describe('a backup', () => {
  test('onto a full disk says so, leaves nothing behind, and works once there is room', async (t) => {
    const { dataDirectory } = await makeData();
    const disk = mountSmallDisk(t, MIB);
    if (disk === undefined) return;
    disk.fill(0);
    const backUp = () => run('backup', disk.directory, '--data-dir', dataDirectory);
    const refused = await backUp();
    assert.equal(refused.code, 2, refused.stderr);
    assert.match(
      refused.stderr,
      /No backup was made at .*: the disk is full\. Free some space, then try again\./,
    );
    assert.deepEqual(readdirSync(disk.directory), ['filler']);
    disk.free();
    assert.equal((await backUp()).code, 0);
  });

  test('onto a read-only disk says so', async (t) => {
    const { dataDirectory } = await makeData();
    const disk = mountSmallDisk(t, MIB);
    if (disk === undefined) return;
    spawnSync('mount', ['-o', 'remount,ro', disk.directory]);
    const refused = await runHere(['backup', disk.directory, '--data-dir', dataDirectory]);
    assert.equal(refused.code, 2, refused.stderr);
    assert.match(refused.stderr, /the disk is read-only/);
  });

  test('that was killed leaves a .part file, which does not disturb others and is removed by --keep', async (t) => {
    const { environment, url } = await makeServed(t);
    const directory = temporaryDirectory();
    const unlock = await lockUsers(t, url);
    const killed = spawnCommand(['backup', directory], { environment });
    await until('it is in the middle', async () => readdirSync(directory).length > 0);
    killed.kill('SIGKILL');
    await once(killed, 'close');
    await unlock();
    const [partFile = ''] = readdirSync(directory);
    assert.match(partFile, /\.backup\.part$/);
    let newest = '';
    // Repeated, as a backup of the same second would get the same name.
    await until('another backup was made', async () => {
      const next = await runCommand(['backup', directory, '--keep', '1'], { environment });
      newest = next.stdout.trim();
      return next.code === 0;
    });
    assert.deepEqual(
      readdirSync(directory).map((name) => join(directory, name)),
      [newest],
    );
  });
});

describe('a backup of an unreadable database', () => {
  const backUp = async (
    change: (file: string) => void,
    sentence = /The database in .* is damaged or not a database\./,
  ) => {
    const { dataDirectory } = await makeData();
    change(join(dataDirectory, 'jurybox.db'));
    const directory = temporaryDirectory();
    const result = await runHere(['backup', directory, '--data-dir', dataDirectory]);
    assert.equal(result.code, 2, result.stderr);
    assert.match(result.stderr, sentence);
    assert.doesNotMatch(result.stderr, /\n\s+at /);
    assert.deepEqual(readdirSync(directory), []);
    assert.deepEqual(openedFiles(dataDirectory), []);
  };

  test('says so for a file that is no database', async () => {
    await backUp((file) => writeFileSync(file, 'text '.repeat(1000)));
  });

  test('says so for an empty file', async () => {
    await backUp((file) => writeFileSync(file, ''), /There is no data of Jurybox/);
  });

  test('says so for a database of a newer release', async () => {
    await backUp((file) => {
      const database = new DatabaseSync(file);
      database.exec("INSERT INTO schema_migrations VALUES (9999, 'later', 'x')");
      database.close();
    }, /written by a newer release \(schema 9999\)\. Back it up with that release\./);
  });

  test('says so for a database with damage in the middle', async () => {
    await backUp((file) => {
      const bytes = readFileSync(file);
      bytes.fill(0xff, bytes.length / 4);
      writeFileSync(file, bytes);
    });
  });

  test('says so for a server that does not answer', async () => {
    const environment = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    const file = join(temporaryDirectory(), 'one.backup');
    const result = await runHere(['backup', file], { environment });
    assert.equal(result.code, 2, result.stderr);
    assert.match(result.stderr, /PostgreSQL at 127\.0\.0\.1:1 does not answer/);
  });

  test('says so for a server that goes away in the middle', async (t) => {
    const { environment, url } = await makeServed(t);
    const directory = temporaryDirectory();
    await lockUsers(t, url);
    const running = runCommand(['backup', directory], { environment });
    const observer = new pg.Client(url);
    await observer.connect();
    t.after(() => observer.end());
    await until('its connection was ended', async () => {
      const { rowCount } = await observer.query(END_WAITING);
      return rowCount === 1;
    });
    const result = await running;
    assert.equal(result.code, 2, result.stderr);
    assert.match(
      result.stderr,
      /PostgreSQL at .* refuses work at the moment: terminating connection/,
    );
    assert.doesNotMatch(result.stderr, /\n\s+at /);
    assert.deepEqual(readdirSync(directory), []);
  });
});

describe('a restore', () => {
  test('onto a full disk says so, and can be repeated once there is room', async (t) => {
    const file = await makeFile();
    const disk = mountSmallDisk(t, 8 * MIB);
    if (disk === undefined) return;
    disk.fill(64 * 1024);
    const dataDirectory = join(disk.directory, 'data');
    const restore = () => run('restore', file, '--data-dir', dataDirectory);
    const refused = await restore();
    assert.equal(refused.code, 2, refused.stderr);
    assert.match(refused.stderr, /full|space/);
    assert.doesNotMatch(refused.stderr, /\n\s+at /);
    disk.free();
    const result = await restore();
    assert.equal(result.code, 0, result.stderr);
  });

  test('that was killed leaves nothing, and can be repeated', async (t) => {
    const file = await makeFile();
    const url = await createDatabase();
    let kill: () => void = () => assert.fail('It is not running yet.');
    const relay = await startPostgresRelay(url, {
      losesAnswer: (sent) => {
        if (!sent.includes('INSERT INTO apps')) return false;
        kill();
        return true;
      },
    });
    t.after(() => relay.close());
    const command = spawnCommand(['restore', file], { environment: { DATABASE_URL: relay.url } });
    kill = () => command.kill('SIGKILL');
    const [, signal] = await once(command, 'close');
    assert.equal(signal, 'SIGKILL');
    const result = await runCommand(['restore', file], { environment: { DATABASE_URL: url } });
    assert.equal(result.code, 0, result.stderr);
  });
});

const END_WAITING = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Blocks a backup at the table of users; returns a function that unblocks it. */
async function lockUsers(t: TestContext, url: string): Promise<() => Promise<void>> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
  let ending: Promise<void> | undefined;
  const unlock = () => (ending ??= client.end());
  t.after(unlock);
  return unlock;
}

function run(...command: readonly string[]) {
  return runCommand(command);
}

async function makeData(): Promise<{ dataDirectory: string }> {
  const dataDirectory = temporaryDirectory();
  copyMigratedFile(dataDirectory);
  const server = await startTestServer({ engine: 'sqlite', dataDirectory });
  await makeApp(server.owner);
  await server.stop();
  return { dataDirectory };
}

async function makeServed(t: TestContext) {
  const url = await createMigratedDatabase();
  const server = await startTestServer({ engine: 'postgres', databaseUrl: url });
  t.after(() => server.stop());
  await makeApp(server.owner);
  return { url, environment: { DATABASE_URL: url } };
}

async function makeFile(): Promise<string> {
  const { dataDirectory } = await makeData();
  const path = join(temporaryDirectory(), 'whole.backup');
  const result = await runHere(['backup', path, '--data-dir', dataDirectory]);
  assert.equal(result.code, 0, result.stderr);
  assert.ok(statSync(path).size > 0);
  return path;
}
