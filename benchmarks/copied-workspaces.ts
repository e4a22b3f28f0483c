import type pg from 'pg';

/** Means "none" in keys, in every copy. */
const NULL_ID = '00000000-0000-0000-0000-000000000000';

/** Tables that belong to the installation or to requests rather than to a workspace. */
const NOT_COPIED = ['instance_settings', 'schema_migrations', 'idempotency_keys', 'attempts'];

/** Workspaces that are written together, so that their rows are interleaved. */
const AT_ONCE = 45;

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  /** In a unique index without an id, so each copy needs its own value. */
  readonly isAlone: boolean;
}

const LIST_COLUMNS = `
  SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type, EXISTS (
    SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND a.attnum = ANY (i.indkey)
      AND NOT EXISTS (SELECT 1 FROM pg_attribute k WHERE k.attrelid = c.oid
        AND k.attnum = ANY (i.indkey) AND k.atttypid = 'uuid'::regtype)) AS "isAlone"
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> ALL ($1)
  ORDER BY c.relname, a.attnum`;

/**
 * Copies all rows under other ids: as many workspaces of the same size, with correct counters. Our
 * ids begin with 48 bits of time; the last 16 of these become the number of the copy, so that the
 * ids of a copy are close together.
 */
export async function copyEverything(
  client: pg.Client,
  { copies, onProgress }: { copies: number; onProgress: (copied: number) => void },
): Promise<void> {
  const { rows } = await client.query<Column>(LIST_COLUMNS, [NOT_COPIED]);
  const tables = Map.groupBy(rows, ({ table }) => table);
  // Foreign keys hold by construction, and checking them is half of the work.
  await client.query('SET session_replication_role = replica');
  await client.query("SET work_mem = '256MB'");
  for (const table of tables.keys()) {
    await client.query(`CREATE TEMP TABLE "original_${table}" AS SELECT * FROM "${table}"`);
    await client.query(`ANALYZE "original_${table}"`);
  }
  for (let from = 1; from <= copies; from += AT_ONCE) {
    const to = Math.min(copies, from + AT_ONCE - 1);
    for (const [table, columns] of tables) await client.query(copyOf(table, columns), [from, to]);
    onProgress(to);
  }
  for (const table of tables.keys()) await client.query(`DROP TABLE "original_${table}"`);
  await client.query('RESET session_replication_role');
}

function copyOf(table: string, columns: readonly Column[]): string {
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const values = columns.map(valueOf).join(', ');
  const hasAge = columns.some(({ name }) => name === 'created_at');
  return `INSERT INTO "${table}" (${names}) SELECT ${values} FROM "original_${table}"
    CROSS JOIN generate_series($1::integer, $2::integer) AS n (n)
    ORDER BY ${hasAge ? 'created_at, n' : 'n'}`;
}

function valueOf({ name, type, isAlone }: Column): string {
  const text = `overlay("${name}"::text PLACING lpad(to_hex(n), 4, '0') FROM 10 FOR 4)`;
  if (type === 'uuid')
    return `CASE WHEN "${name}" = '${NULL_ID}' THEN "${name}" ELSE ${text}::uuid END`;
  if (name === 'object_id')
    return `CASE WHEN length("${name}") = 36 THEN ${text} ELSE "${name}" END`;
  return type === 'text' && isAlone ? `"${name}" || '.' || n` : `"${name}"`;
}
