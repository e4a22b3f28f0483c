import pg from 'pg';
import type { RawRow } from '../../domain/agenta/row-reader.ts';
import { StartRefused } from '../engines/start-refused.ts';
import { explainOriginal } from './explain-original.ts';
import { type Original, PAGE_BYTES, PAGE_ROWS, type TableColumns } from './original.ts';

const KEYS_AT_ONCE = 5_000;

interface FoundColumn {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

const FIND_COLUMNS = `SELECT t.name AS "table", a.attname AS "column",
    format_type(a.atttypid, NULL) AS "type"
  FROM unnest(CAST($1 AS text[])) AS t (name)
  JOIN pg_attribute a ON a.attrelid = to_regclass(t.name) AND a.attnum > 0 AND NOT a.attisdropped`;

/** One transaction that sees what was committed when it began, and can write nothing. */
export async function openPostgresOriginal(url: string, tables: TableColumns): Promise<Original> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'jurybox import',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // A lost connection also fails the current or next query.
  client.on('error', () => undefined);
  const ask: Ask = (text, parameters = []) =>
    client.query({ text, values: [...parameters], rowMode: 'array' }).then(
      ({ rows }) => rows,
      (error: unknown) => {
        throw explainOriginal(error, url);
      },
    );
  try {
    await client.connect().catch((error: unknown) => {
      throw explainOriginal(error, url);
    });
    await ask('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    for (const setting of SETTINGS) await ask(`SET LOCAL ${setting}`);
    const types = await findTypes(ask, tables);
    return originalOf({ ask, tables, types, close: () => client.end() });
  } catch (error) {
    await client.end();
    throw error;
  }
}

const SETTINGS = [
  'statement_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
  "TimeZone = 'UTC'",
  "DateStyle = 'ISO'",
];

type Ask = (
  text: string,
  parameters?: readonly unknown[],
) => Promise<readonly (readonly (string | null)[])[]>;

/** The types of the `id` columns, by table. Refuses a database that lacks a table or column. */
async function findTypes(ask: Ask, tables: TableColumns): Promise<ReadonlyMap<string, string>> {
  const found = (await ask(FIND_COLUMNS, [Object.keys(tables)])).map(
    ([table, column, type]): FoundColumn => ({
      table: table ?? '',
      column: column ?? '',
      type: type ?? '',
    }),
  );
  const missing = Object.entries(tables).flatMap(([table, columns]) => {
    const own = found.filter((column) => column.table === table);
    if (own.length === 0) return [`the table ${table}`];
    const hasColumn = (name: string) => own.some(({ column }) => column === name);
    return columns.filter((name) => !hasColumn(name)).map((name) => `${table}.${name}`);
  });
  if (missing.length === 0) {
    return new Map(
      found.flatMap(({ table, column, type }) => (column === 'id' ? [[table, type]] : [])),
    );
  }
  const shown = missing.length > 5 ? [...missing.slice(0, 5), '…'] : missing;
  throw new StartRefused(
    `This is not a complete database of Agenta: it lacks ${shown.join(', ')}. Nothing was imported. Let Agenta finish its own migrations, or name the right database, then import.`,
  );
}

interface Connected {
  readonly ask: Ask;
  readonly tables: TableColumns;
  readonly types: ReadonlyMap<string, string>;
  readonly close: () => Promise<void>;
}

function originalOf({ ask, tables, types, close }: Connected): Original {
  let cursors = 0;
  return {
    count: async (table) => Number((await ask(`SELECT count(*) FROM ${table}`))[0]?.[0] ?? 0),
    countBy: async (table, column) => {
      const key = `lower(CAST(${column} AS text))`;
      const sql = `SELECT ${key}, CAST(count(*) AS text) FROM ${table} WHERE ${column} IS NOT NULL GROUP BY 1`;
      const counted = await ask(sql);
      return new Map(counted.map(([value, count]) => [value ?? '', Number(count)]));
    },
    pages: async function* (table, order) {
      cursors += 1;
      const cursor = `keys_${cursors}`;
      const columns = tables[table] ?? [];
      await ask(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${keysOf(table, columns, order)}`);
      const type = types.get(table) ?? 'uuid';
      const rows = `SELECT ${columns.map((name) => `CAST(${name} AS text)`).join(', ')}
        FROM ${table} WHERE id = ANY(CAST($1 AS ${type}[]))`;
      for (;;) {
        const keys = await ask(`FETCH ${KEYS_AT_ONCE} FROM ${cursor}`);
        for (const ids of inPages(keys)) yield inOrder(ids, columns, await ask(rows, [ids]));
        if (keys.length < KEYS_AT_ONCE) break;
      }
      await ask(`CLOSE ${cursor}`);
    },
    close,
  };
}

/** Sorts ids alone, so the server sorts no long texts; it reads stored sizes without the texts. */
function keysOf(table: string, columns: readonly string[], order: readonly string[]): string {
  const size = columns.map((name) => `COALESCE(pg_column_size(${name}), 0)`).join(' + ');
  const by = order.map((name) =>
    name === 'created_at'
      ? `${name} NULLS LAST`
      : `lower(CAST(${name} AS text)) COLLATE "C" NULLS LAST`,
  );
  return `SELECT CAST(id AS text), CAST(${size} AS text) FROM ${table} ORDER BY ${by.join(', ')}`;
}

function* inPages(keys: readonly (readonly (string | null)[])[]): Generator<readonly string[]> {
  let ids: string[] = [];
  let bytes = 0;
  for (const [id, size] of keys) {
    ids.push(id ?? '');
    bytes += Number(size);
    if (ids.length < PAGE_ROWS && bytes < PAGE_BYTES) continue;
    yield ids;
    ids = [];
    bytes = 0;
  }
  if (ids.length > 0) yield ids;
}

function inOrder(
  ids: readonly string[],
  columns: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): readonly RawRow[] {
  const place = columns.indexOf('id');
  const byId = new Map(rows.map((row) => [row[place], row]));
  return ids.map((id) => {
    const row = byId.get(id) ?? [];
    return Object.fromEntries(columns.map((name, index) => [name, row[index] ?? null]));
  });
}
