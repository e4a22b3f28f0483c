import { DatabaseSync } from 'node:sqlite';

/** What the file of an embedded database shows, for `jurybox doctor`. */
export interface SqliteFacts {
  readonly version: string;
  readonly journalMode: string;
  /** Empty when every page and reference is intact. */
  readonly damage: readonly string[];
  readonly bytes: number;
  /** Free pages, which new rows reuse. */
  readonly unusedBytes: number;
}

const MOST_FINDINGS = 3;

/** Reads the whole file, beside a service that may be writing to it. */
export function inspectSqlite(path: string): SqliteFacts {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  const pragma = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  try {
    const pageBytes = Number(pragma('page_size'));
    return {
      version: String(database.prepare('SELECT sqlite_version() AS version').get()?.['version']),
      journalMode: String(pragma('journal_mode')),
      damage: [...findDamage(database), ...findDangling(database)],
      bytes: Number(pragma('page_count')) * pageBytes,
      unusedBytes: Number(pragma('freelist_count')) * pageBytes,
    };
  } finally {
    database.close();
  }
}

function findDamage(database: DatabaseSync): string[] {
  const found = database.prepare(`PRAGMA quick_check(${MOST_FINDINGS})`).all();
  return found.flatMap((row) => Object.values(row).map(String)).filter((text) => text !== 'ok');
}

function findDangling(database: DatabaseSync): string[] {
  const found = database.prepare('PRAGMA foreign_key_check').all().slice(0, MOST_FINDINGS);
  return found.map(
    (row) =>
      `a row of ${String(row['table'])} refers to one of ${String(row['parent'])} that is gone`,
  );
}
