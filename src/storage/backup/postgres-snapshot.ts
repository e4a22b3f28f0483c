import pg from 'pg';
import { translate } from '../engines/postgres.ts';
import { StartRefused } from '../engines/start-refused.ts';
import {
  type ColumnOfTable,
  NOT_OURS,
  type Reference,
  refuseNewer,
  type Snapshot,
  type StoredRow,
  selectAll,
  type Table,
  tablesOf,
} from './snapshot.ts';

const ROWS_AT_ONCE = 1000;
const BIGINT = 20;
const CONNECT_MS = 10_000;
const KEEP_ALIVE_MS = 60_000;

const COLUMNS = `SELECT c.relname AS "table", a.attname AS "column",
    COALESCE(array_position(CAST(i.indkey AS smallint[]), a.attnum) + 1, 0) AS place
  FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema()
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
  WHERE c.relkind = 'r' ORDER BY c.relname, a.attnum`;

const REFERENCES = `SELECT DISTINCT f.relname AS "from", t.relname AS "to"
  FROM pg_constraint k
  JOIN pg_class f ON f.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
  JOIN pg_namespace n ON n.oid = f.relnamespace AND n.nspname = current_schema()
  WHERE k.contype = 'f'`;

/** One transaction that sees what was committed when it began. */
export async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const client = new pg.Client({
    connectionString: url,
    types: { getTypeParser },
    connectionTimeoutMillis: CONNECT_MS,
    // Without these, a backup would wait for ever for a server that is gone.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
  // A lost connection also fails the statement in progress.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const { rows: ledger } = await client.query(
      "SELECT 1 WHERE to_regclass('schema_migrations') IS NOT NULL",
    );
    if (ledger.length === 0) throw new StartRefused(NOT_OURS);
    const { rows } = await client.query<{ schema: number }>(
      'SELECT COALESCE(MAX(number), 0) AS schema FROM schema_migrations',
    );
    const schema = rows[0]?.schema ?? 0;
    refuseNewer(schema);
    const columns = await client.query<ColumnOfTable & pg.QueryResultRow>(COLUMNS);
    const references = await client.query<Reference & pg.QueryResultRow>(REFERENCES);
    return {
      engine: 'postgres',
      schema,
      tables: tablesOf(columns.rows, references.rows),
      rows: (table) => rowsOf(client, table),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw translate(error);
  }
}

async function* rowsOf(client: pg.Client, table: Table): AsyncGenerator<readonly StoredRow[]> {
  try {
    yield* fetchAll(client, table);
  } catch (error) {
    throw translate(error);
  }
}

async function* fetchAll(client: pg.Client, table: Table): AsyncGenerator<readonly StoredRow[]> {
  await client.query(`DECLARE stored NO SCROLL CURSOR FOR ${selectAll(table)}`);
  for (;;) {
    const text = `FETCH ${ROWS_AT_ONCE} FROM stored`;
    const { rows } = await client.query<(string | number | null)[]>({ text, rowMode: 'array' });
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await client.query('CLOSE stored');
}

/** Times are whole milliseconds, which a number holds exactly. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === BIGINT ? Number : pg.types.getTypeParser(oid, format ?? 'text');
}
