import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { type Client, createClient } from '../../src/client/client.ts';
import { readConfiguration } from '../../src/server/configuration.ts';
import { type Sources, startServer } from '../../src/server/start.ts';
import { copyMigratedFile } from './copy-migrated-file.ts';
import { createMigratedDatabase, dropDatabase } from './databases.ts';
import type { EngineName } from './engine-names.ts';

export const OWNER_EMAIL = 'owner@jurybox.test';
export const OWNER_PASSWORD = 'a long test passphrase';
export const OWNER_KEY = `ownerkey.${'0123456789abcdef'.repeat(4)}`;

/** The same for all, as it has to be for several servers on one database. */
export const MASTER_KEY = 'fedcba9876543210'.repeat(4);

/** A server that people can talk to. */
export interface Reachable {
  readonly url: string;
  /** Acts as the first owner, in their default workspace. */
  readonly owner: Client;
  /** A client with another key, or none. */
  readonly client: (apiKey?: string) => Client;
  /** A client that sends a session cookie as our own pages do. */
  readonly browser: (cookie: string) => Client;
}

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
  /** An embedded database that is there already, and stays. */
  readonly dataDirectory?: string;
  readonly sources?: Sources;
}

/** The least that argon2id takes: thousands of people sign up and in during a run. */
export const LEAST_COST = { memory: 8, passes: 1 };

/** A server of our own, in this process but spoken to over HTTP, on a database of its own. */
export async function startTestServer(options: TestServerOptions): Promise<TestServer> {
  const directory = options.dataDirectory ?? mkdtempSync(join(tmpdir(), 'jurybox-test-'));
  const isServed = options.engine === 'postgres';
  const ownDatabase =
    isServed && options.databaseUrl === undefined ? await createMigratedDatabase() : undefined;
  if (!isServed && options.dataDirectory === undefined) copyMigratedFile(directory);
  const databaseUrl = options.databaseUrl ?? ownDatabase;
  const configuration = readConfiguration(
    { port: '0', dataDir: directory },
    {
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...(options.owner === 'to be set up' ? {} : OWNER_ENVIRONMENT),
      MASTER_KEY,
      DISK_FREE_MIN: '0',
      RATE_LIMIT_SESSION: '0',
      // Tests make tenants of their own; that others may not is tested where it is asked for.
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
    ...(options.sources === undefined ? {} : { sources: options.sources }),
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

/** The clients of whatever serves at this address. */
export function reachableAt(url: string): Reachable {
  const client = (apiKey?: string) =>
    createClient({ baseUrl: url, ...(apiKey === undefined ? {} : { apiKey }) });
  return {
    url,
    owner: client(OWNER_KEY),
    client,
    browser: (cookie) =>
      createClient({ baseUrl: url, headers: { cookie, 'sec-fetch-site': 'same-origin' } }),
  };
}

export const OWNER_ENVIRONMENT = {
  JURYBOX_OWNER_EMAIL: OWNER_EMAIL,
  JURYBOX_OWNER_PASSWORD: OWNER_PASSWORD,
  JURYBOX_API_KEY: OWNER_KEY,
} as const;
