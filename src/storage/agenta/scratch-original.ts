import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { RawRow } from '../../domain/agenta/row-reader.ts';
import { type Original, PAGE_BYTES, PAGE_ROWS, type TableColumns } from './original.ts';

/** A database of Agenta assembled from its exports, in a file that `close` removes. */
export interface ScratchOriginal extends Original {
  /** False for a row whose id exists already. */
  readonly add: (table: string, row: RawRow) => boolean;
}

export function openScratchOriginal(tables: TableColumns): ScratchOriginal {
  const directory = mkdtempSync(join(tmpdir(), 'jurybox-import-'));
  const database = new DatabaseSync(join(directory, 'original.db'));
  // The file does not outlive the run, so it needs no durability.
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');
  const inserts = new Map(
    Object.entries(tables).map(([table, columns]) => {
      database.exec(`CREATE TABLE ${table} (${columns.map((name) => `${name} TEXT`).join(', ')})`);
      database.exec(`CREATE UNIQUE INDEX ${table}_by_id ON ${table} (lower(id))`);
      const places = columns.map(() => '?').join(', ');
      return [table, database.prepare(`INSERT OR IGNORE INTO ${table} VALUES (${places})`)];
    }),
  );
  return {
    add: (table, row) => {
      const values = (tables[table] ?? []).map((name) => row[name] ?? null);
      return Number(inserts.get(table)?.run(...values).changes ?? 0) > 0;
    },
    count: async (table) => {
      const row = database.prepare(`SELECT count(*) AS total FROM ${table}`).get();
      return Number(row?.['total'] ?? 0);
    },
    countBy: async (table, column) => {
      const rows = database
        .prepare(
          `SELECT lower(${column}) AS value, count(*) AS total FROM ${table} WHERE ${column} IS NOT NULL GROUP BY 1`,
        )
        .all();
      return new Map(rows.map((row) => [String(row['value']), Number(row['total'])]));
    },
    pages: (table, order) => pagesOf(database, { table, columns: tables[table] ?? [], order }),
    close: async () => {
      database.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

interface Selection {
  readonly table: string;
  readonly columns: readonly string[];
  readonly order: readonly string[];
}

async function* pagesOf(
  database: DatabaseSync,
  { table, columns, order }: Selection,
): AsyncGenerator<readonly RawRow[], void, undefined> {
  const by = order.map((name) => `lower(${name}) NULLS LAST`).join(', ');
  const sql = `SELECT ${columns.join(', ')} FROM ${table} ORDER BY ${by}, rowid`;
  let page: RawRow[] = [];
  let size = 0;
  for (const found of database.prepare(sql).iterate()) {
    const row = found as RawRow; // All columns are texts or null.
    page.push(row);
    for (const value of Object.values(row)) size += value?.length ?? 0;
    if (page.length < PAGE_ROWS && size < PAGE_BYTES) continue;
    yield page;
    page = [];
    size = 0;
  }
  if (page.length > 0) yield page;
}
