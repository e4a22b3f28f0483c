import assert from 'node:assert/strict';
import {
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { backUp, type DataPlace, openSnapshot, restore } from '../../src/jobs/backups.ts';
import { sealAuditTrails } from '../../src/operations/identity/parts/audit-chain.ts';
import { verifyBackup } from '../../src/storage/backup/restore-backup.ts';
import { Db, type Engine } from '../../src/storage/database.ts';
import { DISTRIBUTED_TABLES, REFERENCE_TABLES } from '../../src/storage/distribution.ts';
import { openPostgres } from '../../src/storage/engines/postgres.ts';
import { openSqlite } from '../../src/storage/engines/sqlite.ts';
import { createSchema, MIGRATIONS } from '../../src/storage/migrations/migrate.ts';
import { adHocStatement } from '../../src/storage/statement.ts';
import { makeFirstTenant, makeForeignTenant, type Tenant } from '../security/tenants.ts';
import { unique } from '../support/builders.ts';
import { createDatabase } from '../support/databases.ts';
import { ENGINES, type EngineName } from '../support/engine-names.ts';
import { makeFirstSchema, openRaw } from '../support/first-schema.ts';
import { enter, makeLink } from '../support/guests.ts';
import { makeRawDatabase } from '../support/raw-database.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { takeTasks } from '../support/take-tasks.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { prepareReads, readAll } from './every-read.ts';

const silent = { log: () => undefined, onProgress: () => undefined } as const;
const once = { keep: undefined, onProgress: () => undefined } as const;

async function newPlace(engine: EngineName): Promise<DataPlace> {
  const dataDirectory = temporaryDirectory();
  const databaseUrl = engine === 'postgres' ? await createDatabase() : undefined;
  return { dataDirectory, databaseUrl };
}

/** A place with the current schema, where a server starts at once. */
async function migratedPlace(engine: EngineName): Promise<DataPlace> {
  const { place } = await makeRawDatabase(engine);
  return { dataDirectory: place.dataDirectory, databaseUrl: place.databaseUrl };
}

async function serve(
  t: TestContext,
  { dataDirectory, databaseUrl }: DataPlace,
): Promise<TestServer> {
  const server = await startTestServer({
    engine: databaseUrl === undefined ? 'sqlite' : 'postgres',
    dataDirectory,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= server.stop());
  t.after(stop);
  return { ...server, stop };
}

/** All are listed for distribution; a restore writes the list of migrations itself. */
const ALL_TABLES: ReadonlySet<string> = new Set(
  [...REFERENCE_TABLES, ...DISTRIBUTED_TABLES].filter((name) => name !== 'schema_migrations'),
);

/** Every row of every table. */
async function contents(place: DataPlace): Promise<ReadonlyMap<string, string>> {
  const snapshot = await openSnapshot(place);
  const contentsOfTables = new Map<string, string>();
  for (const table of snapshot.tables) {
    const rows: string[] = [table.columns.toSorted().join(',')];
    for await (const batch of snapshot.rows(table)) {
      for (const row of batch) {
        const named = table.columns.map((column, index) => [column, row[index]] as const);
        rows.push(JSON.stringify(named.toSorted(([a], [b]) => (a < b ? -1 : 1))));
      }
    }
    contentsOfTables.set(table.name, rows.join('\n'));
  }
  await snapshot.close();
  return contentsOfTables;
}

/** The rows of one workspace, whatever is written in others meanwhile. */
function rowsWith(workspaceId: string, tables: ReadonlyMap<string, string>): readonly string[] {
  return [...tables]
    .flatMap(([table, text]) => text.split('\n').map((row) => `${table}: ${row}`))
    .filter((row) => row.includes(workspaceId))
    .toSorted();
}

/** Judgements of several annotators, with notes, flags, skips, leases and a withdrawal. */
async function judgeSome(server: TestServer, { judgedId, fellow }: Tenant): Promise<void> {
  const guest = await enter(server, await makeLink(server.owner, { evaluationId: judgedId }));
  for (const client of [server.owner, fellow.client, guest.browser]) {
    const tasks = await takeTasks(client, { evaluation_id: judgedId }, 5);
    for (const [index, { id, slots }] of tasks.entries()) {
      const one = { parameters: { assignment_id: id } };
      const [first, second] = slots;
      const outcome = [first?.slot_id, second?.slot_id, 'tie'][index] ?? '';
      if (index < 3) {
        const body = { outcome, note: `note ${index}`, time_taken_ms: 1000 + index };
        await client.submitJudgement({ ...one, body });
        await client.submitJudgement({ ...one, body: { ...body, outcome: 'both_bad' } });
      }
      if (index === 2) await client.withdrawJudgement(one);
      if (index === 3) await client.skipAssignment({ ...one, body: { reason: 'unclear' } });
      if (index === 4) await client.flagAssignment({ ...one, body: { reason: 'odd' } });
    }
  }
}

/** Upkeep does this when a process starts; done before, no start changes what is read. */
async function sealAll(place: DataPlace): Promise<void> {
  const storage = openPlace(place);
  await sealAuditTrails(new Db(storage));
  await storage.close();
}

function openPlace({ dataDirectory, databaseUrl: url }: DataPlace): Engine {
  return url === undefined
    ? openSqlite({ path: join(dataDirectory, 'jurybox.db'), durability: 'full' })
    : openPostgres({ url, durability: 'full', preparedStatements: 'on', poolSize: 2 });
}

/** Writes in another workspace than the one that is read. */
async function keepWriting({ owner }: Tenant, isOver: () => boolean): Promise<number> {
  let written = 0;
  while (!isOver()) {
    await owner.client.createApp({ body: { app_name: unique('meanwhile') } });
    written += 1;
  }
  return written;
}

const other = { sqlite: 'postgres', postgres: 'sqlite' } as const;

for (const engine of ENGINES) {
  describe(`a backup of ${engine}`, () => {
    test('made during writes is complete: every read is the same on the other engine and back', async (t) => {
      const place = await migratedPlace(engine);
      const server = await serve(t, place);
      const tenant = await makeFirstTenant(server);
      const host = await makeForeignTenant(server);
      await judgeSome(server, tenant);
      const reads = await prepareReads({ server, tenant, host, self: tenant.owner });
      await sealAll(place);
      let isOver = false;
      const writing = keepWriting(host, () => isOver);
      const file = join(temporaryDirectory(), 'one.backup');
      const made = await backUp({ ...place, to: file, ...once });
      isOver = true;
      assert.ok((await writing) > 0);
      assert.ok(made.rows > 50, `${made.rows} rows`);
      assert.equal(statSync(file).mode & 0o777, 0o600);

      const moved = await newPlace(other[engine]);
      const restored = await restore({ ...moved, from: file, ...silent });
      assert.deepEqual(restored, { tables: made.tables, rows: made.rows });
      assert.deepEqual(new Set((await contents(moved)).keys()), ALL_TABLES);
      const written = rowsWith(tenant.workspaceId, await contents(place));
      assert.ok(written.length > 100, `${written.length} rows`);
      assert.deepEqual(rowsWith(tenant.workspaceId, await contents(moved)), written);
      const again = join(temporaryDirectory(), 'two.backup');
      await backUp({ ...moved, to: again, ...once });
      const back = await newPlace(engine);
      await restore({ ...back, from: again, ...silent });
      assert.deepEqual(await contents(back), await contents(moved));

      const answers = await readAll(server, tenant.owner, reads);
      for (const copy of [moved, back]) {
        const copied = await readAll(await serve(t, copy), tenant.owner, reads);
        for (const [read, answer] of answers) assert.deepEqual(copied.get(read), answer, read);
      }
    });

    test('of the first release is restored and migrated, without tables of other programs', async (t) => {
      const place = await newPlace(engine);
      const location = place.databaseUrl ?? place.dataDirectory;
      await makeFirstSchema({ engine, location }, 200);
      const database = await openRaw({ engine, location });
      await database.all('CREATE TABLE notes_2 (id integer PRIMARY KEY)');
      await database.close();
      const file = join(temporaryDirectory(), 'old.backup');
      const made = await backUp({ ...place, to: file, ...once });
      assert.equal(made.schema, 5);
      const target = await newPlace(engine);
      await restore({ ...target, from: file, ...silent });
      const server = await serve(t, target);
      assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
      const judgements = (await contents(target)).get('judgements')?.split('\n') ?? [];
      assert.equal(judgements.length, 1 + 200);
    });

    test('is refused by a place with data, which stays unchanged', async (t) => {
      const place = await migratedPlace(engine);
      const server = await serve(t, place);
      await makeFirstTenant(server);
      const file = join(temporaryDirectory(), 'one.backup');
      await backUp({ ...place, to: file, ...once });
      await server.stop();
      const before = await contents(place);
      await assert.rejects(restore({ ...place, from: file, ...silent }), /never overwrites any/);
      assert.deepEqual(await contents(place), before);
    });

    test('that is damaged, cut off, foreign or newer is refused before anything is written', async (t) => {
      const place = await migratedPlace(engine);
      const server = await serve(t, place);
      await makeFirstTenant(server);
      const directory = temporaryDirectory();
      const file = join(directory, 'one.backup');
      await backUp({ ...place, to: file, ...once });
      const lines = gunzipSync(readFileSync(file)).toString().split('\n');
      const write = (name: string, changed: readonly string[]) => {
        writeFileSync(join(directory, name), gzipSync(changed.join('\n')));
        return name;
      };
      const [header = ''] = lines;
      const cut = write('cut.backup', lines);
      truncateSync(join(directory, cut), statSync(join(directory, cut)).size - 20);
      writeFileSync(join(directory, 'text.backup'), 'no backup at all');
      writeFileSync(join(directory, 'empty.backup'), '');
      const bad = [
        cut,
        'text.backup',
        'empty.backup',
        write('shorter.backup', lines.slice(0, -2)),
        write('lacking.backup', lines.toSpliced(3, 1)),
        write('changed.backup', lines.with(2, (lines[2] ?? '').replace(/[0-9a-f]/, 'x'))),
        write('foreign.backup', ['{"format":"other"}', ...lines.slice(1)]),
        write('later.backup', [header.replace('"version":1', '"version":2'), ...lines.slice(1)]),
        write('newer.backup', [header.replace(/"schema":\d+/, '"schema":9999'), ...lines.slice(1)]),
        write('named.backup', [
          header.replace('"name":"', '"name":"x; DROP TABLE users; --'),
          ...lines.slice(1),
        ]),
        'missing.backup',
      ];
      const target = await newPlace(engine);
      const files = readdirSync(target.dataDirectory);
      for (const name of bad) {
        await assert.rejects(
          restore({ ...target, from: join(directory, name), ...silent }),
          { name: 'StartRefused' },
          name,
        );
        assert.deepEqual(readdirSync(target.dataDirectory), files, name);
      }
      await restore({ ...target, from: file, ...silent });
      if (engine === 'postgres') return;
      const { mode } = statSync(join(target.dataDirectory, 'jurybox.db'));
      assert.equal(mode & 0o777, 0o600, 'only its owner can read it');
    });
  });
}

describe('a restore into postgres', () => {
  test('leaves a database with statistics of its tables', async () => {
    const place = await newPlace('sqlite');
    await makeFirstSchema({ engine: 'sqlite', location: place.dataDirectory }, 200);
    const file = join(temporaryDirectory(), 'one.backup');
    await backUp({ ...place, to: file, ...once });
    const target = await newPlace('postgres');
    await restore({ ...target, from: file, ...silent });
    const storage = openPlace(target);
    const known = await new Db(storage).query(
      adHocStatement("SELECT tablename AS name FROM pg_stats WHERE attname = 'task_id'", {
        name: 'text',
      }),
      [],
    );
    await storage.close();
    assert.deepEqual(known, [{ name: 'judgements' }]);
  });
});

describe('an upgrade of the embedded database', () => {
  const backupsIn = ({ dataDirectory }: DataPlace) =>
    readdirSync(dataDirectory).filter((file) => file.endsWith('.backup'));

  test('keeps a backup of the rows before', async (t) => {
    const place = await newPlace('sqlite');
    await makeFirstSchema({ engine: 'sqlite', location: place.dataDirectory }, 200);
    const before = await contents(place);
    const server = await serve(t, place);
    const [name = ''] = backupsIn(place);
    assert.match(server.logs(), /as it was before this upgrade is kept in/);
    const { header, ends } = await verifyBackup(join(place.dataDirectory, name));
    assert.equal(header.schema, 5);
    assert.deepEqual(
      ends.map(({ table, rows }) => [table, rows]),
      [...before].map(([table, text]) => [table, text.split('\n').length - 1]),
    );
  });

  test('keeps one backup of each state, also after going back to the old release', async (t) => {
    const place = await newPlace('sqlite');
    const location = place.dataDirectory;
    const old = MIGRATIONS.length - 1;
    const engine = openPlace(place);
    await engine.changeSchema(
      (tx) => createSchema('sqlite', tx, old),
      () => undefined,
    );
    await engine.close();
    const file = join(location, 'jurybox.db');
    const before = readFileSync(file);
    await (await serve(t, place)).stop();
    const kept = backupsIn(place);
    assert.equal(kept.length, 1);
    const { ends } = await verifyBackup(join(location, kept[0] ?? ''));

    writeFileSync(file, before);
    await (await serve(t, place)).stop();
    assert.deepEqual(backupsIn(place), kept, 'nothing has changed');

    writeFileSync(file, before);
    const database = await openRaw({ engine: 'sqlite', location });
    await database.all("INSERT INTO instance_settings (name, value) VALUES ('weeks', 'of work')");
    await database.close();
    await (await serve(t, place)).stop();
    const [added = '', ...others] = backupsIn(place).filter((name) => !kept.includes(name));
    assert.deepEqual(others, []);
    assert.match(gunzipSync(readFileSync(join(location, added))).toString(), /of work/);
    assert.deepEqual((await verifyBackup(join(location, kept[0] ?? ''))).ends, ends);
  });
});

describe('backUp', () => {
  test('never touches an existing file or link, and says why it cannot write', async (t) => {
    const place = await migratedPlace('sqlite');
    await serve(t, place);
    const directory = temporaryDirectory();
    const file = join(directory, 'kept.txt');
    writeFileSync(file, 'mine');
    const link = join(directory, 'link.backup');
    symlinkSync(file, link);
    for (const to of [file, link]) {
      await assert.rejects(backUp({ ...place, to, ...once }), /exists already/);
    }
    const late = join(directory, 'late.txt');
    const onProgress = () => writeFileSync(late, 'mine');
    await assert.rejects(
      backUp({ ...place, to: late, keep: undefined, onProgress }),
      /exists already/,
    );
    for (const path of [file, late]) assert.equal(readFileSync(path, 'utf8'), 'mine');
    const nowhere = join(directory, 'no', 'one.backup');
    await assert.rejects(backUp({ ...place, to: nowhere, ...once }), /no such directory/);
    const full = '/dev/full';
    await assert.rejects(backUp({ ...place, to: full, ...once }), /exists already/);
    const gone = { ...place, dataDirectory: join(directory, 'none') };
    await assert.rejects(backUp({ ...gone, to: join(directory, 'a'), ...once }), /no database at/);
    assert.deepEqual(readdirSync(directory).toSorted(), ['kept.txt', 'late.txt', 'link.backup']);
  });

  test('keeps the given number of backups in a directory, and removes no other file', async (t) => {
    const place = await migratedPlace('sqlite');
    await serve(t, place);
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'notes.txt'), '');
    for (const day of ['01', '02', '03']) {
      writeFileSync(join(directory, `jurybox-2020-01-${day}T000000Z.backup`), '');
    }
    const made = await backUp({ ...place, to: directory, keep: 2, onProgress: () => undefined });
    assert.equal(made.removed.length, 2);
    const left = readdirSync(directory).toSorted();
    assert.equal(left.length, 3);
    assert.deepEqual(left.slice(0, 1), ['jurybox-2020-01-03T000000Z.backup']);
    assert.equal(join(directory, left[1] ?? ''), made.path);
  });
});
