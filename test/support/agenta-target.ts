import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Note } from '../../src/domain/agenta/row-reader.ts';
import { openSnapshot } from '../../src/jobs/backups.ts';
import { copyMigratedFile } from './copy-migrated-file.ts';
import { createMigratedDatabase, dropDatabase } from './databases.ts';
import type { EngineName } from './engine-names.ts';
import { type CommandResult, runCommand, spawnCommand } from './run-command.ts';
import { startTestServer, type TestServer } from './running-server.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** An installation to import into: set up, but not running. */
export interface AgentaTarget {
  readonly directory: string;
  /** Runs `jurybox import agenta` on it. */
  readonly run: (...args: readonly string[]) => Promise<CommandResult>;
  readonly spawn: (...args: readonly string[]) => ReturnType<typeof spawnCommand>;
  /** What the last run reported. */
  readonly notes: () => readonly Note[];
  /** A digest of every table. */
  readonly digest: () => Promise<Readonly<Record<string, string>>>;
  /** Serves it until the test ends or stops the server. */
  readonly serve: () => Promise<TestServer>;
}

export async function makeTarget(t: TestContext, engine: EngineName): Promise<AgentaTarget> {
  const directory = temporaryDirectory();
  const databaseUrl = engine === 'postgres' ? await createMigratedDatabase() : undefined;
  if (databaseUrl === undefined) copyMigratedFile(directory);
  else t.after(() => dropDatabase(databaseUrl));
  const place = { engine, dataDirectory: directory };
  const options = databaseUrl === undefined ? place : { ...place, databaseUrl };
  const serve = () => startTestServer(options);
  await (await serve()).stop();
  const environment: Record<string, string> =
    databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const command = (args: readonly string[]) => [
    'import',
    'agenta',
    '--data-dir',
    directory,
    ...args,
  ];
  return {
    directory,
    run: (...args) => runCommand(command(args), { directory, environment }),
    spawn: (...args) => spawnCommand(command(args), { directory, environment }),
    notes: () =>
      readFileSync(join(directory, 'agenta-import.jsonl'), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    digest: () => digestOf({ databaseUrl, dataDirectory: directory }),
    serve: async () => {
      const server = await serve();
      t.after(() => server.stop());
      return server;
    },
  };
}

async function digestOf(place: Parameters<typeof openSnapshot>[0]) {
  const snapshot = await openSnapshot(place);
  const digests: Record<string, string> = {};
  for (const table of snapshot.tables) {
    const hash = createHash('sha256');
    let count = 0;
    for await (const rows of snapshot.rows(table)) {
      for (const row of rows) hash.update(JSON.stringify(row));
      count += rows.length;
    }
    digests[table.name] = `${count} ${hash.digest('hex')}`;
  }
  await snapshot.close();
  return digests;
}
