import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { MIGRATIONS } from '../../src/storage/migrations/migrate.ts';
import { createDatabase, createMigratedDatabase } from '../support/databases.ts';
import { ONLY_LONG, rounds } from '../support/effort.ts';
import { ENGINES, type EngineName } from '../support/engine-names.ts';
import { COUNT_MISPLACED, makeFirstSchema, openRaw, type Place } from '../support/first-schema.ts';
import { runHere } from '../support/run-here.ts';
import { startTestServer } from '../support/running-server.ts';
import { seededRandom } from '../support/seeded-random.ts';
import {
  launchServer,
  type ServerProcessOptions,
  startServerProcess,
} from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { until } from '../support/until.ts';

const SHORT = 20_000;
const LONG = 1_000_000;
const KILLS = rounds({ short: 2, long: 5 });
/** Far less than rewriting the judgements takes, which these limits must not end. */
const LOW_LIMITS = 'statement_timeout=50&lock_timeout=50';

for (const engine of ENGINES) {
  describe(`G14: an upgrade from the first schema on ${engine}`, () => {
    test('ignores the time limits of statements and reports its progress', async (t) => {
      const place = await makePlace(engine);
      await makeFirstSchema(place, SHORT);
      const server = await startServerProcess(servedAt(place, { LOG_LEVEL: 'info' }));
      t.after(() => server.kill());
      assert.equal((await server.owner.reply.checkReadiness()).status, 200);
      await server.terminate();
      assert.match(server.stderr(), /20,000 of 20,000 rows of judgements/);
      await assertUpgraded(place, SHORT);
    });

    test('continues where kill -9 interrupted it', async () => {
      const random = seededRandom('kills during an upgrade');
      const place = await makePlace(engine);
      await makeFirstSchema(place, SHORT * 2);
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const doomed = launchServer(servedAt(place));
        await Promise.race([doomed.ready, delay(random.between(200, 1_500))]);
        await doomed.kill();
      }
      await upgradeHere(place);
      await assertUpgraded(place, SHORT * 2);
    });

    test('is refused before anything is changed when a column holds a value that no release writes', async (t) => {
      const place = await makePlace(engine);
      await makeFirstSchema(place, 100);
      const database = await openRaw(place);
      t.after(() => database.close());
      await database.all("UPDATE judgements SET named_by = 'hand' WHERE created_at = 7");
      const before = await ledger(place);
      const refused = launchServer(servedAt(place));
      t.after(() => refused.kill());
      assert.equal(await refused.ready, undefined);
      assert.deepEqual(await refused.exited, { code: 2, signal: null });
      assert.match(
        refused.stderr(),
        /^The column named_by of the table judgements holds "hand", .* Nothing was changed\.\n$/,
      );
      assert.deepEqual(await ledger(place), before);

      await database.all("UPDATE judgements SET named_by = 'slot' WHERE created_at = 7");
      await upgradeHere(place);
      await assertUpgraded(place, 100);
    });

    test('migrates a million judgements', ONLY_LONG, async (t) => {
      const place = await makePlace(engine);
      await makeFirstSchema(place, LONG);
      const startedAt = performance.now();
      const server = await startServerProcess(servedAt(place, { LOG_LEVEL: 'info' }));
      t.diagnostic(`${Math.round((performance.now() - startedAt) / 1000)} s`);
      await server.terminate();
      t.diagnostic(server.stderr());
      await assertUpgraded(place, LONG);
    });
  });
}

describe('G14: an upgrade of the embedded database', () => {
  test('keeps a backup of the data before it, also after a start that was killed while writing it', async () => {
    const place = await makePlace('sqlite');
    await makeFirstSchema(place, 100);
    const made = join(place.location, 'before-upgrade.backup');
    for (const left of [made, `${made}.part`]) writeFileSync(left, 'the beginning of a backup');
    await upgradeHere(place);
    await assertUpgraded(place, 100);
    const [name = '', ...others] = readdirSync(place.location).filter((file) =>
      file.startsWith('before-'),
    );
    assert.ok(name.startsWith(`before-schema-${MIGRATIONS.length}-`), name);
    assert.deepEqual(others, []);

    const restored = await makePlace('sqlite');
    const backup = join(place.location, name);
    const result = await runHere(['restore', backup, '--data-dir', restored.location]);
    assert.equal(result.code, 0, result.stderr);
    await assertUpgraded(restored, 100);
  });
});

describe('G14: an upgrade of PostgreSQL', () => {
  test('makes a second process wait, which says so and then serves', async (t) => {
    const place = await makePlace('postgres');
    await makeFirstSchema(place, 100);
    const holder = await openRaw(place);
    t.after(() => holder.close());
    // Another connection: a transaction keeps seeing the activity at its first read.
    const watcher = await openRaw(place);
    t.after(() => watcher.close());
    await holder.all('BEGIN');
    await holder.all('LOCK TABLE judgements IN SHARE MODE');
    const environment = { LOG_LEVEL: 'info' };
    const both = [
      launchServer(servedAt(place, environment)),
      launchServer(servedAt(place, environment)),
    ];
    t.after(() => Promise.all(both.map((server) => server.kill())));
    await until('one says that it waits for the other', async () =>
      both.some((server) => /Another process is upgrading the database/.test(server.stderr())),
    );
    await until('both have waited longer than any limit', async () => {
      const [waiting] = await watcher.all(COUNT_WAITING);
      return waiting?.['found'] === 2;
    });
    await holder.all('ROLLBACK');
    for (const server of both) assert.notEqual(await server.ready, undefined, server.stderr());
    await assertUpgraded(place, 100);
  });

  test('is refused before anything is changed when the role may not change the schema', async (t) => {
    const place = await makePlace('postgres');
    await makeFirstSchema(place, 100);
    const role = await makeWriter(t, place);
    const before = await ledger(place);
    const refused = launchServer({ databaseUrl: role });
    t.after(() => refused.kill());
    assert.equal(await refused.ready, undefined);
    assert.deepEqual(await refused.exited, { code: 2, signal: null });
    assert.match(refused.stderr(), /^The role \S+ may not change the tables of the database.*\n$/);
    assert.deepEqual(await ledger(place), before);
  });

  test('that is done lets a role serve that may only read and write rows', async (t) => {
    const location = await createMigratedDatabase();
    await (await startTestServer({ engine: 'postgres', databaseUrl: location })).stop();
    const place = { engine: 'postgres', location } as const;
    const server = await startServerProcess({ databaseUrl: await makeWriter(t, place) });
    t.after(() => server.kill());
    assert.equal((await server.owner.reply.checkReadiness()).status, 200);
    assert.equal((await server.owner.reply.createApp({ body: { app_name: 'a' } })).status, 200);
  });
});

/** Connections that have waited for a lock longer than LOW_LIMITS and any retry. */
const COUNT_WAITING = `SELECT CAST(count(*) AS integer) AS found FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'
    AND clock_timestamp() - query_start > interval '1 second'`;

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function makePlace(engine: EngineName): Promise<Place> {
  const location = engine === 'sqlite' ? temporaryDirectory() : await createDatabase();
  return { engine, location };
}

/** Upgrades in this process, without faults. */
async function upgradeHere(place: Place): Promise<void> {
  const server = await startTestServer({ engine: place.engine, ...servedAt(place) });
  await server.stop();
}

function servedAt(
  { engine, location }: Place,
  environment: Readonly<Record<string, string>> = {},
): ServerProcessOptions {
  if (engine === 'sqlite') return { dataDirectory: location, environment };
  return { databaseUrl: `${location}?${LOW_LIMITS}`, environment };
}

async function assertUpgraded(place: Place, judgements: number): Promise<void> {
  const database = await openRaw(place);
  const [kept] = await database.all('SELECT CAST(count(*) AS integer) AS found FROM judgements');
  const [misplaced] = await database.all(COUNT_MISPLACED);
  if (place.engine === 'sqlite') {
    assert.deepEqual({ ...(await database.all('PRAGMA quick_check'))[0] }, { quick_check: 'ok' });
  }
  await database.close();
  assert.deepEqual([kept?.['found'], misplaced?.['found']], [judgements, 0]);
}

async function ledger(place: Place): Promise<readonly Record<string, unknown>[]> {
  const database = await openRaw(place);
  const rows = await database.all('SELECT number, checksum FROM schema_migrations ORDER BY number');
  await database.close();
  return rows;
}

/** Makes a role that may read and write rows and nothing else; returns its URL. */
async function makeWriter(t: TestContext, { location, engine }: Place): Promise<string> {
  const database = await openRaw({ location, engine });
  const role = `writer_${new URL(location).pathname.slice(1, 20)}`;
  await database.all(`CREATE ROLE ${role} LOGIN`);
  await database.all(
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`,
  );
  await database.close();
  t.after(async () => {
    const again = await openRaw({ location, engine });
    await again.all(`DROP OWNED BY ${role}`);
    await again.all(`DROP ROLE ${role}`);
    await again.close();
  });
  const url = new URL(location);
  url.username = role;
  return url.href;
}
