import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { readConfiguration } from '../../src/server/configuration.ts';
import { realSources } from '../../src/server/mount-service.ts';
import { type Sources, startServer } from '../../src/server/start.ts';
import { copyMigratedFile } from './copy-migrated-file.ts';
import { createMigratedDatabase, dropDatabase } from './databases.ts';
import type { EngineName } from './engine-names.ts';
import { MASTER_KEY, OWNER_ENVIRONMENT, type Reachable, reachableAt } from './reachable.ts';

export interface TestServer extends Reachable {
  readonly setupUrl: string | undefined;
  /** Everything the server has logged so far. */
  readonly logs: () => string;
  readonly stop: () => Promise<void>;
}

export interface TestServerOptions {
  readonly engine: EngineName;
  readonly environment?: Readonly<Record<string, string>>;
  /** Without an owner the server waits for setup. */
  readonly owner?: 'created' | 'to be set up';
  readonly databaseUrl?: string;
  /** An existing embedded database, which is kept. */
  readonly dataDirectory?: string;
  readonly sources?: Sources;
  /** By default the system chooses a free port. */
  readonly port?: number;
}

/** The lowest cost that argon2id accepts: a run signs users up and in thousands of times. */
export const LEAST_COST = { memory: 8, passes: 1 };

/** Starts a server in this process, reached over HTTP, by default on its own database. */
export async function startTestServer(options: TestServerOptions): Promise<TestServer> {
  const directory = options.dataDirectory ?? mkdtempSync(join(tmpdir(), 'jurybox-test-'));
  const isServed = options.engine === 'postgres';
  const ownDatabase =
    isServed && options.databaseUrl === undefined ? await createMigratedDatabase() : undefined;
  if (!isServed && options.dataDirectory === undefined) copyMigratedFile(directory);
  const databaseUrl = options.databaseUrl ?? ownDatabase;
  const configuration = readConfiguration(
    { port: String(options.port ?? 0), dataDir: directory },
    {
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...(options.owner === 'to be set up' ? {} : OWNER_ENVIRONMENT),
      MASTER_KEY,
      DISK_FREE_MIN: '0',
      RATE_LIMIT_SESSION: '0',
      // Tests create organizations; the setting that forbids it has its own tests.
      ORGANIZATIONS: 'anyone',
      RATE_LIMIT_ANONYMOUS: '0',
      ...options.environment,
    },
  );
  let logged = '';
  const logTo = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk;
      done();
    },
  });
  const server = await startServer(configuration, {
    logTo,
    passwordCost: LEAST_COST,
    // The database's clock would undo what tests do to this process's clock.
    sources: options.sources ?? realSources(() => Date.now()),
  });
  return {
    ...reachableAt(server.url),
    setupUrl: server.setupUrl,
    logs: () => logged,
    stop: async () => {
      await server.stop();
      if (ownDatabase !== undefined) await dropDatabase(ownDatabase);
      if (options.dataDirectory !== undefined) return;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
