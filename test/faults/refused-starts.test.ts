import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import pg from 'pg';
import { createDatabase } from '../support/databases.ts';
import { launchServer, type ServerProcessOptions } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

describe('a start that cannot succeed is refused with one sentence and exit code 2', () => {
  test('where the database does not exist', async () => {
    const url = await changedUrl((location) => {
      location.pathname = '/missing';
    });
    await assertRefused({ databaseUrl: url }, /database "missing" does not exist/);
  });

  test('where the role does not exist', async () => {
    const url = await changedUrl((location) => {
      location.username = 'missing';
    });
    await assertRefused({ databaseUrl: url }, /role "missing"/);
  });

  test('where the role may not use the tables', async () => {
    const url = await createDatabase();
    await execute(url, 'CREATE TABLE schema_migrations (number integer, name text, checksum text)');
    const role = `reader_${new URL(url).pathname.slice(1, 20)}`;
    await execute(url, `CREATE ROLE ${role} LOGIN`);
    const location = new URL(url);
    location.username = role;
    await assertRefused({ databaseUrl: location.href }, new RegExp(`role ${role} may not`));
    await execute(url, `DROP ROLE ${role}`);
  });

  test('where the server takes no connection, with its reason', async () => {
    const url = await createDatabase();
    const role = `crowded_${new URL(url).pathname.slice(1, 20)}`;
    await execute(url, `CREATE ROLE ${role} LOGIN CONNECTION LIMIT 0`);
    const location = new URL(url);
    location.username = role;
    await assertRefused({ databaseUrl: location.href }, /too many connections for role/);
    await execute(url, `DROP ROLE ${role}`);
  });

  test('where nothing listens', async () => {
    const url = await changedUrl((location) => {
      location.port = '1';
      location.password = 'canary';
    });
    const message = await assertRefused({ databaseUrl: url }, /127\.0\.0\.1:1 does not answer/);
    assert.ok(!message.includes('canary'));
  });

  for (const [whose, sql] of [
    ['tables', 'CREATE TABLE users (id integer)'],
    ['migrations', 'CREATE TABLE schema_migrations (version text)'],
  ] as const) {
    test(`where the database holds the ${whose} of another program`, async () => {
      const url = await createDatabase();
      await execute(url, sql);
      await assertRefused({ databaseUrl: url }, /holds tables of another program/);
    });
  }

  test('where the database takes no writes', async () => {
    const url = await createDatabase();
    const name = new URL(url).pathname.slice(1);
    await execute(url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await assertRefused({ databaseUrl: url }, /takes no writes/);
  });

  test('where the search path leads to no schema', async () => {
    const url = await createDatabase();
    const name = new URL(url).pathname.slice(1);
    await execute(url, `ALTER DATABASE ${name} SET search_path = nowhere`);
    await assertRefused({ databaseUrl: url }, /search_path .* no schema/);
  });

  test('where the data directory is a file', async () => {
    const dataDirectory = join(temporaryDirectory(), 'file');
    writeFileSync(dataDirectory, '');
    await assertRefused({ dataDirectory }, /data directory .* cannot be used/);
  });

  test('where the data directory lies below a file', async () => {
    const file = join(temporaryDirectory(), 'file');
    writeFileSync(file, '');
    await assertRefused({ dataDirectory: join(file, 'data') }, /data directory .* cannot be used/);
  });

  test('where the data directory cannot be created', async () => {
    await assertRefused({ dataDirectory: '/sys/jurybox' }, /data directory .* cannot be used/);
  });

  test('where the database is a directory', async () => {
    const dataDirectory = temporaryDirectory();
    mkdirSync(join(dataDirectory, 'jurybox.db'));
    await assertRefused({ dataDirectory }, /data directory .* cannot be used/);
  });

  test('where an ordinary user may not write to the data directory', async () => {
    const dataDirectory = temporaryDirectory();
    chmodSync(dataDirectory, 0o555);
    const within = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--clear-groups'] : [];
    await assertRefused({ dataDirectory, within }, /data directory .* cannot be used/);
  });
});

async function assertRefused(options: ServerProcessOptions, sentence: RegExp): Promise<string> {
  const server = launchServer(options);
  assert.equal(await server.ready, undefined);
  const message = server.stderr();
  assert.deepEqual(await server.exited, { code: 2, signal: null }, message);
  assert.match(message, sentence);
  assert.equal(message.trim().split('\n').length, 1, message);
  return message;
}

async function changedUrl(change: (location: URL) => void): Promise<string> {
  const url = new URL(await createDatabase());
  change(url);
  return url.href;
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql);
  await client.end();
}
