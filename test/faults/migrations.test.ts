import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { makeApp } from '../support/builders.ts';
import { copyMigratedFile } from '../support/copy-migrated-file.ts';
import { createDatabase, createMigratedDatabase } from '../support/databases.ts';
import { rounds } from '../support/effort.ts';
import { startTestServer } from '../support/running-server.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { launchServer, startServerProcess } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const KILLS = rounds({ short: 3, long: 10 });
/** About the duration of a slow first start. */
const FIRST_START_MS = 900;
const NEWER = "INSERT INTO schema_migrations (number, name, checksum) VALUES (99, 'later', 'x')";

describe('G14: migrations', () => {
  test('run once when two servers start on one empty database', async (t) => {
    const databaseUrl = await createDatabase();
    const servers = await Promise.all([
      startServerProcess({ databaseUrl }),
      startServerProcess({ databaseUrl }),
    ]);
    t.after(() => Promise.all(servers.map((server) => server.kill())));
    const [first, second] = servers;
    const { app_id } = await makeApp(first.owner);
    assert.equal((await second.owner.fetchApp({ parameters: { app_id } })).app_id, app_id);
    for (const { owner } of servers) {
      assert.equal((await owner.listOrganizations()).length, 1);
      assert.equal((await owner.reply.checkReadiness()).status, 200);
    }
  });

  test('of a newer release are refused on PostgreSQL', async () => {
    const databaseUrl = await createMigratedDatabase();
    await (await startTestServer({ engine: 'postgres', databaseUrl })).stop();
    const database = new pg.Client(databaseUrl);
    await database.connect();
    await database.query(NEWER);
    await database.end();
    await assertRefusedAsNewer({ databaseUrl });
  });

  test('of a newer release are refused on the embedded database', async () => {
    const dataDirectory = temporaryDirectory();
    copyMigratedFile(dataDirectory);
    await (await startTestServer({ engine: 'sqlite', dataDirectory })).stop();
    const database = new DatabaseSync(join(dataDirectory, 'jurybox.db'));
    database.exec(NEWER);
    database.close();
    await assertRefusedAsNewer({ dataDirectory });
  });

  test('that were cut short by kill -9 are finished by the next start', async () => {
    const random = seededRandom('kills during the first start');
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const dataDirectory = temporaryDirectory();
      const doomed = launchServer({ dataDirectory });
      await setTimeout(random.between(0, FIRST_START_MS));
      await doomed.kill();
      const server = await startServerProcess({ dataDirectory });
      await makeApp(server.owner);
      assert.equal((await server.owner.listOrganizations()).length, 1);
      await server.kill();
    }
  });
});

async function assertRefusedAsNewer(options: Parameters<typeof launchServer>[0]): Promise<void> {
  const server = launchServer(options);
  assert.equal(await server.ready, undefined);
  assert.deepEqual(await server.exited, { code: 2, signal: null });
  assert.match(server.stderr(), /^The database was written by a newer release .*\n$/);
}
