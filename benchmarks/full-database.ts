import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import type { PostgresServer } from '../test/support/postgres-server.ts';
import { copyEverything } from './copied-workspaces.ts';
import { JUDGEMENTS_EACH, makeJudgedWorkspace } from './judged-workspace.ts';
import { clientOf, startService } from './stage.ts';

const run = promisify(execFile);

/** Only while rows are loaded: the service refuses a server that does not sync. */
const LOADING = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
} as const;

/** Usual settings for a server with 8 GB of memory. */
const SERVING = {
  shared_buffers: '2GB',
  effective_cache_size: '6GB',
  maintenance_work_mem: '512MB',
  max_wal_size: '8GB',
  checkpoint_timeout: '15min',
} as const;

export interface FullDatabase {
  readonly judgements: number;
  readonly workspaces: number;
  readonly loadSeconds: number;
  /** The first vacuum, which visits every row. */
  readonly vacuumSeconds: number;
}

/** Fills the database of a server with judgements: one workspace, and copies of it. */
export async function fillDatabase(
  postgres: PostgresServer,
  judgements: number,
): Promise<FullDatabase> {
  const service = await startService({ DATABASE_URL: postgres.url });
  await makeJudgedWorkspace(clientOf(service), `http://127.0.0.1:${service.port}`);
  await service.stop('SIGTERM');
  // Otherwise the first process on the full database would have to seal the audit trails of all
  // copies.
  await runUpkeep(postgres.url);
  const copies = Math.ceil(judgements / JUDGEMENTS_EACH) - 1;
  await configure(postgres, { ...SERVING, ...LOADING });
  const loadSeconds = await seconds(postgres.url, (client) =>
    copyEverything(client, {
      copies,
      onProgress: (copied) => console.log(`  ${copied} of ${copies} copies are loaded`),
    }),
  );
  await configure(postgres, SERVING);
  const vacuumSeconds = await seconds(postgres.url, (client) => client.query('VACUUM ANALYZE'));
  return {
    judgements: (copies + 1) * JUDGEMENTS_EACH,
    workspaces: copies + 1,
    loadSeconds,
    vacuumSeconds,
  };
}

/** Runs at once what the service does each hour. */
export async function runUpkeep(url: string): Promise<void> {
  const command = ['src/cli/jurybox.js', 'upkeep', 'now'];
  await run(process.execPath, command, { env: { ...process.env, DATABASE_URL: url } });
}

async function configure(
  postgres: PostgresServer,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  await seconds(postgres.url, async (client) => {
    await client.query('ALTER SYSTEM RESET ALL');
    for (const [name, value] of Object.entries(settings)) {
      await client.query(`ALTER SYSTEM SET ${name} = '${value}'`);
    }
    await client.query('CHECKPOINT');
  });
  await postgres.crash();
  await postgres.restart();
}

/** How long something takes on its own connection. */
export async function seconds(
  url: string,
  run: (client: pg.Client) => Promise<unknown>,
): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const startedAt = performance.now();
  try {
    await run(client);
    return (performance.now() - startedAt) / 1000;
  } finally {
    await client.end();
  }
}

export interface Relation {
  readonly name: string;
  readonly table: string;
  readonly kind: 'table' | 'index';
  readonly rows: number;
  readonly bytes: number;
  /** How often a plan read the index. */
  readonly scans: number | null;
}

const LIST_RELATIONS = `
  SELECT c.relname AS name, COALESCE(t.relname, c.relname) AS table,
    CASE WHEN i.indexrelid IS NULL THEN 'table' ELSE 'index' END AS kind,
    CAST(c.reltuples AS float8) AS rows, CAST(u.idx_scan AS float8) AS scans,
    CAST(CASE WHEN i.indexrelid IS NULL THEN pg_table_size(c.oid) ELSE pg_relation_size(c.oid) END
      AS float8) AS bytes
  FROM pg_class c
  LEFT JOIN pg_index i ON i.indexrelid = c.oid
  LEFT JOIN pg_class t ON t.oid = i.indrelid
  LEFT JOIN pg_stat_user_indexes u ON u.indexrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'i')
  ORDER BY bytes DESC`;

/** Tables and indexes with their size on the disk, largest first. */
export async function listRelations(url: string): Promise<readonly Relation[]> {
  let relations: readonly Relation[] = [];
  await seconds(url, async (client) => {
    relations = (await client.query<Relation>(LIST_RELATIONS)).rows;
  });
  return relations;
}
