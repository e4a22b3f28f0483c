import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '../src/client/client.ts';
import type { Engine } from '../src/storage/database.ts';
import { openPostgres } from '../src/storage/engines/postgres.ts';
import { openSqlite } from '../src/storage/engines/sqlite.ts';
import type { PostgresServer } from '../test/support/postgres-server.ts';
import { makeEvaluation } from './evaluation-fixtures.ts';
import { readFamilyCpuSeconds, type ServingProcess, startServing } from './serving-process.ts';

export const API_KEY = `benchkey.${'0123456789abcdef'.repeat(4)}`;

export const OWNER = {
  JURYBOX_OWNER_EMAIL: 'owner@jurybox.test',
  JURYBOX_OWNER_PASSWORD: 'a long benchmark passphrase',
  JURYBOX_API_KEY: API_KEY,
} as const;

/** About the size of one prompt with its settings. */
export const PARAMETERS = {
  model: 'large-1',
  temperature: 0.2,
  max_tokens: 800,
  prompt_system: 'You answer questions about our products. '.repeat(10),
  prompt_user: 'Question: {{question}}\nContext: {{context}}',
  stop: ['\n\n'],
} as const;

/** Service and floor on the same kind of database with the same content. */
export interface Stage {
  readonly engine: 'sqlite' | 'postgres';
  readonly service: ServingProcess;
  readonly floor: ServingProcess;
  readonly client: Client;
  readonly variantId: string;
  readonly baseId: string;
  readonly evaluationId: string;
  /** The service's database, to fill it without the service. */
  readonly openDatabase: () => Engine;
  /** Processor time of the database's own processes so far. */
  readonly databaseCpuSeconds: () => number;
  /** Ends the service and starts another process on the same database. */
  readonly restart: () => Promise<ServingProcess>;
  readonly close: () => Promise<void>;
}

const SERVICE = ['src/cli/jurybox.js', 'serve', '--port', '0'] as const;
const FLOOR = ['benchmarks/floor.ts'] as const;

export function startService(environment: Readonly<Record<string, string>>) {
  return startServing(SERVICE, {
    ...OWNER,
    DISK_FREE_MIN: '0',
    RATE_LIMIT_ANONYMOUS: '0',
    OUTBOUND_ALLOW: '127.0.0.0/8',
    ...environment,
  });
}

export function clientOf({ port }: ServingProcess): Client {
  return createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: API_KEY });
}

export function makeDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'jurybox-bench-'));
}

export async function stageOnSqlite(): Promise<Stage> {
  const directory = makeDirectory();
  const environment = { DATA_DIR: directory };
  const first = await startService(environment);
  const fixtures = await createFixtures(clientOf(first));
  await first.stop('SIGTERM');
  // A copy, because a data directory has one owner.
  const copy = makeDirectory();
  const file = join(copy, 'jurybox.db');
  copyFileSync(join(directory, 'jurybox.db'), file);
  const running = await startRestartable(environment);
  const { service } = running;
  const floor = await startServing(FLOOR, { FLOOR_FILE: file, FLOOR_API_KEY: API_KEY });
  return {
    engine: 'sqlite',
    service,
    floor,
    client: clientOf(service),
    ...fixtures,
    openDatabase: () => openSqlite({ path: join(directory, 'jurybox.db'), durability: 'relaxed' }),
    databaseCpuSeconds: () => 0,
    restart: running.restart,
    close: async () => {
      await Promise.all([running.stop(), floor.stop()]);
      for (const used of [directory, copy]) rmSync(used, { recursive: true, force: true });
    },
  };
}

export async function stageOnPostgres(postgres: PostgresServer): Promise<Stage> {
  const environment = { DATABASE_URL: postgres.url };
  const pidFile = readFileSync(join(postgres.directory, 'data/postmaster.pid'), 'utf8');
  const postmaster = Number.parseInt(pidFile, 10);
  const running = await startRestartable(environment);
  const { service } = running;
  const fixtures = await createFixtures(clientOf(service));
  const floor = await startServing(FLOOR, { ...environment, FLOOR_API_KEY: API_KEY });
  return {
    engine: 'postgres',
    service,
    floor,
    client: clientOf(service),
    ...fixtures,
    openDatabase: () =>
      openPostgres({
        url: postgres.url,
        durability: 'relaxed',
        preparedStatements: 'on',
        poolSize: 2,
      }),
    databaseCpuSeconds: () => readFamilyCpuSeconds(postmaster),
    restart: running.restart,
    close: async () => {
      await Promise.all([running.stop(), floor.stop()]);
    },
  };
}

async function startRestartable(environment: Readonly<Record<string, string>>) {
  const service = await startService(environment);
  let latest = service;
  return {
    service,
    restart: async () => {
      await latest.stop('SIGTERM');
      latest = await startService(environment);
      return latest;
    },
    stop: () => latest.stop(),
  };
}

/** Creates the objects of the requests, before the floor gets its copy. */
async function createFixtures(client: Client) {
  const { app_id } = await client.createApp({ body: { app_name: 'benchmark' } });
  const { base_id, variant } = await client.createBase({
    body: { app_id, base_name: 'base', config_name: 'default', parameters: PARAMETERS },
  });
  const { evaluationId } = await makeEvaluation(client, { appId: app_id, rows: 1 });
  return { variantId: variant.variant_id, baseId: base_id, evaluationId };
}
