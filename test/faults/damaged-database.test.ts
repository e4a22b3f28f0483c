import assert from 'node:assert/strict';
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import pg from 'pg';
import { openStorage } from '../../src/storage/engines/open-storage.ts';
import { adHocStatement } from '../../src/storage/statement.ts';
import { makeApp, unique } from '../support/builders.ts';
import { expectProblem } from '../support/expect.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { startTestServer } from '../support/running-server.ts';
import { launchServer, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { until } from '../support/until.ts';

const PAGE_BYTES = 8_192;

const STORAGE = {
  databaseUrl: undefined,
  durability: 'relaxed',
  preparedStatements: 'on',
  poolSize: 1,
  minimumFreeBytes: 0,
} as const;

describe('a damaged database', () => {
  test('that is no database is refused with one sentence, and the lock is released', async () => {
    const dataDirectory = temporaryDirectory();
    writeFileSync(join(dataDirectory, 'jurybox.db'), 'this is no database, '.repeat(1000));
    const message = await assertRefused(dataDirectory);
    assert.match(
      message,
      /^The database in .* is damaged or not a database\. Restore a backup.*\n$/,
    );
    assert.ok(!existsSync(join(dataDirectory, 'lock')));
  });

  test('is found in the background, and requests that need the damaged part get 503', async (t) => {
    const dataDirectory = temporaryDirectory();
    const first = await startTestServer({ engine: 'sqlite', dataDirectory });
    await makeApp(first.owner);
    await first.stop();
    damageTable(join(dataDirectory, 'jurybox.db'), 'apps');
    const server = await start(t, { dataDirectory });
    await until('the damage is found', async () => !(await isReady(server)));
    const { body } = await server.owner.reply.checkReadiness();
    assert.match(body.reason ?? '', /^The database is damaged\. .* restore a backup/);
    const written = await server.owner.reply.createApp({ body: { app_name: 'late' } });
    assert.match(expectProblem(written, 'unavailable').detail, /damaged/);
    assert.equal((await server.owner.reply.fetchProfile()).status, 200);
  });

  test('is checked until it is found sound, also when a check could not be made', async (t) => {
    const dataDirectory = temporaryDirectory();
    const path = join(dataDirectory, 'jurybox.db');
    const logged: string[] = [];
    const open = () =>
      openStorage({ ...STORAGE, dataDirectory, log: (line) => void logged.push(line) });
    await (await open()).close();
    const sound = readFileSync(path);
    damageTable(path, 'apps');
    const damaged = readFileSync(path);
    const storage = await open();
    t.after(storage.close);
    await assert.rejects(storage.engine.query(adHocStatement('SELECT id FROM apps', {}), []));
    assert.match(storage.damage() ?? '', /damaged/, 'before the first check');
    writeFileSync(path, sound);
    storage.lookForDamage();
    await until('the file is found sound', async () => storage.damage() === undefined);

    const away = `${path}-away`;
    renameSync(path, away);
    storage.lookForDamage();
    await until('the check has failed', async () =>
      logged.some((line) => line.startsWith('The database could not be checked for damage')),
    );
    writeFileSync(away, damaged);
    renameSync(away, path);
    await until('the damage is found', async () => storage.damage() !== undefined);
    writeFileSync(path, sound);
    await until('the file is found sound again', async () => storage.damage() === undefined);
  });

  test('of PostgreSQL is reported too', async (t) => {
    const postgres = await startPostgres();
    t.after(() => postgres.stop());
    const first = await startTestServer({ engine: 'postgres', databaseUrl: postgres.url });
    await makeApp(first.owner);
    await first.stop();
    const client = new pg.Client(postgres.url);
    await client.connect();
    await client.query('CHECKPOINT');
    const { rows } = await client.query("SELECT pg_relation_filepath('apps') AS path");
    await client.end();
    await postgres.crash();
    const file = openSync(join(postgres.directory, 'data', rows[0].path), 'r+');
    writeSync(file, Buffer.alloc(PAGE_BYTES, 'x'), 0, PAGE_BYTES, 0);
    closeSync(file);
    await postgres.restart();
    const server = await start(t, { databaseUrl: postgres.url });
    assert.match(
      expectProblem(await server.owner.reply.listApps(), 'unavailable').detail,
      /damaged/,
    );
  });
});

describe('a lost database', () => {
  test('whose master key is left starts no new installation until the key is moved away', async () => {
    const dataDirectory = temporaryDirectory();
    const environment = { MASTER_KEY: '' };
    await (await startServerProcess({ dataDirectory, environment })).terminate();
    const key = readFileSync(join(dataDirectory, 'master.key'), 'utf8');
    for (const lose of [rmSync, (path: string) => writeFileSync(path, '')]) {
      lose(join(dataDirectory, 'jurybox.db'));
      const message = await assertRefused(dataDirectory, environment);
      assert.match(message, /jurybox\.db is missing or empty although .*master\.key exists\./);
      assert.match(message, /to begin a new installation here, move .*master\.key away\.\n$/);
    }
    assert.equal(readFileSync(join(dataDirectory, 'master.key'), 'utf8'), key);
    renameSync(join(dataDirectory, 'master.key'), join(dataDirectory, 'master.key.old'));
    const server = await startServerProcess({ dataDirectory, environment });
    await server.kill();
  });

  test('whose log is left is refused, and the log is kept', async () => {
    const dataDirectory = temporaryDirectory();
    const server = await startServerProcess({ dataDirectory });
    await makeApp(server.owner);
    await server.kill();
    rmSync(join(dataDirectory, 'jurybox.db'));
    assert.match(await assertRefused(dataDirectory), /although .*jurybox\.db-wal exists/);
    assert.ok(existsSync(join(dataDirectory, 'jurybox.db-wal')));
  });

  test('that is moved away from a running service takes no write until it is put back', async (t) => {
    const dataDirectory = join(temporaryDirectory(), 'data');
    const { owner, stop } = await startTestServer({ engine: 'sqlite', dataDirectory });
    t.after(stop);
    const write = () => owner.reply.createApp({ body: { app_name: unique('app') } });
    assert.equal((await write()).status, 200);
    for (const name of ['jurybox.db', 'jurybox.db-wal', '.']) {
      const path = join(dataDirectory, name);
      const elsewhere = `${dataDirectory}-elsewhere`;
      renameSync(path, elsewhere);
      const refused = expectProblem(await write(), 'unavailable');
      assert.match(refused.detail, /moved, replaced or deleted/);
      const { status, body } = await owner.reply.checkReadiness();
      assert.deepEqual([status, body.checks.disk, body.reason], [503, 'ok', refused.detail]);
      renameSync(elsewhere, path);
      assert.equal((await write()).status, 200);
    }
  });
});

async function start(
  t: TestContext,
  options: Parameters<typeof startServerProcess>[0],
): Promise<ServerProcess> {
  const server = await startServerProcess(options);
  t.after(() => server.kill());
  return server;
}

async function isReady({ owner }: ServerProcess): Promise<boolean> {
  return (await owner.reply.checkReadiness()).status === 200;
}

async function assertRefused(
  dataDirectory: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const server = launchServer({ dataDirectory, environment });
  assert.equal(await server.ready, undefined);
  assert.deepEqual(await server.exited, { code: 2, signal: null }, server.stderr());
  return server.stderr();
}

/** Overwrites the first pages of a table and its indexes. */
function damageTable(path: string, table: string): void {
  const database = new DatabaseSync(path);
  const pageBytes = Number(database.prepare('PRAGMA page_size').get()?.['page_size']);
  const roots = database
    .prepare('SELECT rootpage FROM sqlite_master WHERE tbl_name = ? AND rootpage > 0')
    .all(table);
  database.close();
  const file = openSync(path, 'r+');
  for (const { rootpage } of roots) {
    const place = (Number(rootpage) - 1) * pageBytes;
    writeSync(file, Buffer.alloc(pageBytes, 'x'), 0, pageBytes, place);
  }
  closeSync(file);
}
