import pg from 'pg';

/** What a PostgreSQL server reports about itself and our database, for `jurybox doctor`. */
export interface PostgresFacts {
  readonly version: string;
  readonly versionNumber: number;
  readonly settings: Readonly<Record<'fsync' | 'synchronousCommit' | 'fullPageWrites', string>>;
  readonly isReadOnly: boolean;
  /** How far the clock of the server is ahead of ours, give or take the round trip. */
  readonly clockAheadMs: number;
  readonly bytes: number;
  readonly connections: { readonly used: number; readonly most: number };
  readonly longestTransactionSeconds: number;
  readonly checksumFailures: number;
  /** Indexes that the server does not use. */
  readonly invalidIndexes: readonly string[];
  readonly tables: readonly TableFacts[];
  readonly missingRights: readonly string[];
  readonly isSuperuser: boolean;
  /** The connection leads to a pooler. */
  readonly isPooled: boolean;
}

interface TableFacts {
  readonly name: string;
  readonly bytes: number;
  readonly live: number;
  readonly dead: number;
  readonly isAnalyzed: boolean;
}

const TIMEOUT_MS = 20_000;

/** Reads on one connection, as the role of the service, and changes nothing. */
export async function inspectPostgres(url: string): Promise<PostgresFacts> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: TIMEOUT_MS,
    application_name: 'jurybox doctor',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const clockAheadMs = await compareClocks(client);
    const server = await one(client, SERVER);
    const activity = await one(client, ACTIVITY);
    const tables = await client.query(TABLES);
    const indexes = await client.query(INVALID_INDEXES);
    const rights = await client.query(MISSING_RIGHTS);
    return {
      version: String(server['version']),
      versionNumber: Number(server['version_number']),
      settings: {
        fsync: String(server['fsync']),
        synchronousCommit: String(server['synchronous_commit']),
        fullPageWrites: String(server['full_page_writes']),
      },
      isReadOnly: server['read_only'] === 'on',
      clockAheadMs,
      bytes: Number(server['bytes']),
      connections: { used: Number(activity['used']), most: Number(server['most']) },
      longestTransactionSeconds: Number(activity['longest']),
      checksumFailures: Number(server['checksum_failures']),
      invalidIndexes: indexes.rows.map(({ name }) => String(name)),
      tables: tables.rows.map((row) => ({
        name: String(row.name),
        bytes: Number(row.bytes),
        live: Number(row.live),
        dead: Number(row.dead),
        isAnalyzed: row.is_analyzed === true,
      })),
      missingRights: rights.rows.map(({ missing }) => String(missing)),
      isSuperuser: server['is_superuser'] === 'on',
      isPooled: Number(server['backend']) !== backendOf(client),
    };
  } finally {
    await client.end();
  }
}

/** The number with which a client can cancel its statement; a pooler sends an invented one. */
function backendOf(client: pg.Client): number {
  const { processID } = client as unknown as { readonly processID: number }; // Not in its types.
  return processID;
}

async function compareClocks(client: pg.Client): Promise<number> {
  // The first query of a connection takes longer.
  await client.query('SELECT 1');
  const before = Date.now();
  const { rows } = await client.query(
    'SELECT EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS milliseconds',
  );
  const middle = (before + Date.now()) / 2;
  return Math.round(Number(rows[0]?.milliseconds) - middle);
}

async function one(client: pg.Client, sql: string): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await client.query(sql);
  return rows[0] ?? {};
}

const SERVER = `SELECT current_setting('server_version') AS version,
    current_setting('server_version_num') AS version_number,
    current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit,
    current_setting('full_page_writes') AS full_page_writes,
    current_setting('transaction_read_only') AS read_only,
    current_setting('is_superuser') AS is_superuser,
    current_setting('max_connections') AS most, pg_backend_pid() AS backend,
    pg_database_size(current_database()) AS bytes,
    (SELECT COALESCE(checksum_failures, 0) FROM pg_stat_database
     WHERE datname = current_database()) AS checksum_failures`;

const ACTIVITY = `SELECT COUNT(*) FILTER (WHERE backend_type = 'client backend') AS used,
    COALESCE(MAX(EXTRACT(EPOCH FROM clock_timestamp() - xact_start))
      FILTER (WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND backend_type = 'client backend'), 0) AS longest
  FROM pg_stat_activity`;

const TABLES = `SELECT s.relname AS name, pg_total_relation_size(s.relid) AS bytes,
    s.n_live_tup AS live, s.n_dead_tup AS dead,
    COALESCE(s.last_analyze, s.last_autoanalyze) IS NOT NULL AS is_analyzed
  FROM pg_stat_user_tables s WHERE s.schemaname = current_schema()
  ORDER BY bytes DESC, name`;

const INVALID_INDEXES = `SELECT c.relname AS name FROM pg_index i
  JOIN pg_class c ON c.oid = i.indexrelid
  JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema()
  WHERE NOT i.indisvalid ORDER BY c.relname`;

const MISSING_RIGHTS = `SELECT r.privilege || ' on ' || c.relname AS missing
  FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema()
  CROSS JOIN (VALUES ('SELECT'), ('INSERT'), ('UPDATE'), ('DELETE')) AS r (privilege)
  WHERE c.relkind = 'r' AND NOT has_table_privilege(c.oid, r.privilege)
  ORDER BY c.relname, r.privilege`;
