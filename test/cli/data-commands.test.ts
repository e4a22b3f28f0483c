import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sealAuditTrails } from '../../src/operations/identity/parts/audit-chain.ts';
import { rowSum } from '../../src/storage/backup/backup-file.ts';
import { Db } from '../../src/storage/database.ts';
import { openSqlite } from '../../src/storage/engines/sqlite.ts';
import { unique } from '../support/builders.ts';
import { copyMigratedFile } from '../support/copy-migrated-file.ts';
import { createDatabase } from '../support/databases.ts';
import { fencedBlocks } from '../support/fenced-blocks.ts';
import { runCommand, spawnCommand } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import { runScript } from '../support/run-script.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

let server: TestServer;
const data = mkdtempSync(join(tmpdir(), 'jurybox-data-'));
copyMigratedFile(data);
before(async () => {
  server = await startTestServer({ engine: 'sqlite', dataDirectory: data });
});
after(async () => {
  await server.stop();
  rmSync(data, { recursive: true, force: true });
});

describe('backup, restore and move', () => {
  test('can be followed from the first command of the guide to the last', async (t) => {
    const app_name = unique('kept');
    await server.owner.createApp({ body: { app_name } });
    const folder = temporaryDirectory();
    const databaseUrl = await createDatabase();
    const result = await runScript(fencedBlocks('docs/guide/operating.md', 'sh'), {
      directory: folder,
      environment: { DATA_DIR: data, EMPTY_DATABASE_URL: databaseUrl },
    });
    assert.equal(result.code, 0, result.stderr);
    assert.match(result.stderr, /The backup does not contain the master key/);
    const [, backedUpAt] =
      /^jurybox_backup_timestamp_seconds (\S+)$/m.exec(await server.owner.readMetrics()) ?? [];
    assert.ok(Number(backedUpAt) > 1.7e9, 'metrics show when the last backup was made');
    for (const place of [
      { engine: 'postgres', databaseUrl } as const,
      { engine: 'sqlite', dataDirectory: join(folder, 'restored') } as const,
    ]) {
      const copy = await startTestServer(place);
      t.after(() => copy.stop());
      const names = (await copy.owner.listApps()).map((app) => app.app_name);
      assert.ok(names.includes(app_name), place.engine);
    }
  });

  test('move nothing to an address that is not one of PostgreSQL', async () => {
    const folder = temporaryDirectory();
    const move = (to: string) => ['move', '--to', to, '--data-dir', data];
    const refusals = [
      await runCommand(move('postgre://me:secret@db/x'), { directory: folder }),
      await runHere(move('Postgres://me:secret@db/x')),
      await runHere(move('postgres:/me:secret@db/x')),
      await runHere(move('bogus://x')),
    ];
    for (const { code, stderr } of refusals) {
      assert.equal(code, 2, stderr);
      assert.match(stderr, /^--to must be a PostgreSQL address, such as .*\n$/);
      assert.doesNotMatch(stderr, /secret/);
    }
    assert.deepEqual(readdirSync(folder), []);
  });

  test('check only the settings that they use, not those of clients or of listening', async () => {
    const folder = temporaryDirectory();
    const environment = { JURYBOX_API_KEY: 'some-key', HOST: '0.0.0.0', PORT: 'many' };
    for (const command of [
      ['backup', 'one.backup', '--data-dir', data],
      ['restore', 'one.backup', '--data-dir', 'restored'],
      ['move', '--to', 'moved', '--data-dir', 'restored'],
      ['keys', 'rotate', '--data-dir', 'moved'],
    ]) {
      const result = await runCommand(command, { directory: folder, environment });
      assert.doesNotMatch(result.stderr, /JURYBOX_OWNER_EMAIL|PUBLIC_URL|PORT/);
      // Neither a restore nor a move brings the master key.
      const isWithoutKey = command[0] === 'keys';
      assert.equal(result.code, isWithoutKey ? 2 : 0, `${command.join(' ')}: ${result.stderr}`);
    }
    const wrong = { DATABASE_URL: 'mysql://x' };
    for (const command of [
      ['backup', 'a'],
      ['move', '--to', 'b'],
    ]) {
      const refused = await runHere(command, { environment: wrong });
      assert.equal(refused.code, 2);
      assert.match(refused.stderr, /^DATABASE_URL must start with postgres:/);
    }
  });

  test('fail with exit code 2 and a sentence that names the obstacle', async () => {
    const folder = temporaryDirectory();
    writeFileSync(join(folder, 'no.backup'), 'text');
    const at = (name: string) => join(folder, name);
    await runHere(['backup', at('good.backup'), '--data-dir', data]);
    const unreachable = 'postgres://nobody@127.0.0.1:1/x';
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [['backup', at('no.backup'), '--data-dir', data], /exists already/],
      [['backup', at('a.backup'), '--data-dir', at('nowhere')], /There is no database at/],
      [['backup', at('a.backup'), '--keep', '3', '--data-dir', data], /a\.backup is none\. Create/],
      [['restore', at('no.backup'), '--data-dir', at('x')], /damaged or not a backup/],
      [['restore', at('none.backup'), '--data-dir', at('x')], /There is no file/],
      [
        ['restore', at('good.backup'), '--data-dir', at('no.backup')],
        /another one with --data-dir/,
      ],
      [['move', '--to', unreachable, '--data-dir', data], /127\.0\.0\.1/],
      [['move', '--data-dir', data], /--to/],
    ];
    for (const [command, sentence] of cases) {
      // A move writes a copy into the current folder.
      const result = command.includes(unreachable)
        ? await runCommand(command, { directory: folder })
        : await runHere(command);
      assert.equal(result.code, 2, `${command.join(' ')}: ${result.stderr}`);
      assert.match(result.stderr, sentence);
      assert.doesNotMatch(result.stderr, /\n\s+at /);
    }
  });
});

describe('an unfinished command', () => {
  test('leaves no copy behind: move, after Ctrl-C', async (t) => {
    const folder = temporaryDirectory();
    const silent = createServer().listen(0, '127.0.0.1');
    t.after(() => silent.close());
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo; // It listens on a port.
    const to = `postgres://nobody@127.0.0.1:${port}/x`;
    const child = spawnCommand(['move', '--to', to, '--data-dir', data], { directory: folder });
    await once(silent, 'connection');
    assert.equal(readdirSync(folder).length, 1);
    child.kill('SIGINT');
    const [code] = await once(child, 'close');
    assert.equal(code, 130);
    assert.deepEqual(readdirSync(folder), []);
  });

  test('leaves no database behind: restore of rows that have no table', async () => {
    const folder = temporaryDirectory();
    const sum = rowSum();
    sum.add('[1]');
    const lines = [
      {
        format: 'jurybox-backup',
        version: 1,
        schema: 1,
        engine: 'sqlite',
        made_at: 'now',
        tables: [{ name: 'nothing', columns: ['x'] }],
      },
      [1],
      sum.end('nothing'),
      { end: true },
    ];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    writeFileSync(join(folder, 'wrong.backup'), gzipSync(text));
    mkdirSync(join(folder, 'empty'));
    for (const directory of ['new', 'empty']) {
      const command = ['restore', 'wrong.backup', '--data-dir', directory];
      const result = await runCommand(command, { directory: folder });
      assert.match(result.stderr, /nothing/);
      assert.notEqual(result.code, 0);
    }
    assert.deepEqual(readdirSync(folder).toSorted(), ['empty', 'wrong.backup']);
    assert.ok(!readdirSync(join(folder, 'empty')).some((name) => name.startsWith('jurybox.db')));
  });
});

describe('audit verify', () => {
  test('prints the seals of a trail, and fails for an unknown seal or a changed entry', async () => {
    await server.owner.createApp({ body: { app_name: unique('sealed') } });
    const command = ['audit', 'verify', '--data-dir', data];
    const verify = (...flags: string[]) => runHere([...command, ...flags]);
    await sealAll();
    const first = await runCommand([...command, '--json']);
    assert.equal(first.code, 0, first.stderr);
    assert.equal(first.stderr, '');
    const [trail] = JSON.parse(first.stdout).trails;
    assert.ok(trail.entries > 0 && trail.head.number > 0, first.stdout);
    assert.equal((await verify('--known', trail.head.hash)).code, 0);
    const unknown = await verify('--known', 'no such seal');
    assert.equal(unknown.code, 6);
    assert.match(unknown.stderr, /No chain has the seal no such seal/);
    change("DROP TRIGGER audit_entries_refuse_update; UPDATE audit_entries SET address = 'other'");
    const changed = await verify();
    assert.equal(changed.code, 6);
    assert.match(changed.stderr, /Seal 1 does not fit its entries/);
  });

  test('warns of entries written just before a stop until upkeep seals them', async () => {
    const dataDirectory = temporaryDirectory();
    copyMigratedFile(dataDirectory);
    const stopped = await startTestServer({ engine: 'sqlite', dataDirectory });
    await stopped.owner.createApp({ body: { app_name: unique('last') } });
    await stopped.stop();
    const run = (...command: string[]) => runHere([...command, '--data-dir', dataDirectory]);
    const early = await run('audit', 'verify');
    assert.equal(early.code, 0, early.stderr);
    assert.match(early.stdout, /\b[1-9]\d* not sealed yet/);
    assert.match(early.stderr, /not sealed yet could be changed .* "jurybox upkeep now"/);
    assert.equal((await run('upkeep', 'now')).code, 0);
    const late = await run('audit', 'verify');
    assert.match(late.stdout, /\b0 not sealed yet/);
    assert.equal(late.stderr, '');
  });
});

/** As the upkeep does each minute. */
async function sealAll(): Promise<void> {
  const engine = openSqlite({ path: join(data, 'jurybox.db'), durability: 'full' });
  await sealAuditTrails(new Db(engine));
  await engine.close();
}

function change(sql: string): void {
  const database = new DatabaseSync(join(data, 'jurybox.db'), { timeout: 5_000 });
  database.exec(sql);
  database.close();
}
