import { type Engine, findRow, type Transaction } from '../database.ts';
import { StartRefused } from '../engines/start-refused.ts';
import { createSchema, MIGRATIONS, migrate } from '../migrations/migrate.ts';
import { adHocStatement, type EngineKind, statement } from '../statement.ts';
import { type BackupHeader, readBackup, rowSum, type TableEnd } from './backup-file.ts';
import type { Snapshot, StoredRow } from './snapshot.ts';

/** A backup whose every line was checked. */
export interface VerifiedBackup {
  readonly path: string;
  readonly header: BackupHeader;
  readonly ends: readonly TableEnd[];
}

export interface RestoreOptions {
  readonly backup: VerifiedBackup;
  /** Reads the restored database, to compare it with the backup. */
  readonly openSnapshot: () => Promise<Snapshot>;
  readonly log: (sentence: string) => void;
  readonly onProgress?: (rows: number) => void;
}

/**
 * Fills an empty database from a backup, in one transaction: all of it or nothing. Then reads the
 * rows again, compares them with the backup, and migrates them if the backup is from an older
 * release.
 */
export async function restoreBackup(engine: Engine, options: RestoreOptions): Promise<void> {
  const { backup, openSnapshot, log, onProgress = () => undefined } = options;
  const { path, header, ends } = backup;
  await engine.changeSchema(
    async (tx) => {
      await refuseFilled(tx);
      await createSchema(engine.kind, tx, header.schema);
      await insertAll(engine.kind, tx, { path, onProgress });
      // Until autovacuum runs, PostgreSQL would plan as if every table were empty.
      if (engine.kind === 'postgres') await tx.query(adHocStatement('ANALYZE', {}), []);
    },
    () => log('Another process is changing the schema of this database. Waiting for it.'),
  );
  await compare(await openSnapshot(), ends);
  await migrate(engine, log);
}

/** Reads a whole backup before anything is written. */
export async function verifyBackup(path: string): Promise<VerifiedBackup> {
  const ends: TableEnd[] = [];
  let header: BackupHeader | undefined;
  for await (const part of readBackup(path)) {
    if (part.kind === 'header') header = part.header;
    if (part.kind === 'table end') ends.push(part.end);
  }
  if (header === undefined) throw new StartRefused(`${path} is empty. Use another backup.`);
  if (header.schema > MIGRATIONS.length) {
    throw new StartRefused(
      `${path} was made by a newer release (schema ${header.schema}). Restore it with that release.`,
    );
  }
  return { path, header, ends };
}

const COUNT_TABLES = statement(
  {
    sqlite: "SELECT COUNT(*) AS found FROM sqlite_schema WHERE type = 'table'",
    postgres: `SELECT CAST(COUNT(*) AS integer) AS found FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema()
      WHERE c.relkind IN ('r', 'p', 'v')`,
  },
  { found: 'integer' },
);

async function refuseFilled(tx: Transaction): Promise<void> {
  const row = await findRow(tx, COUNT_TABLES, []);
  if (row?.found === 0) return;
  throw new StartRefused(
    'This database already has tables, and a restore never overwrites any. Name an empty database or data directory.',
  );
}

/** For the rows of one statement. */
const BATCH_CHARACTERS = 512 * 1024;

async function insertAll(
  engine: EngineKind,
  tx: Transaction,
  { path, onProgress }: { readonly path: string; readonly onProgress: (rows: number) => void },
): Promise<void> {
  let tables: BackupHeader['tables'] = [];
  let place = 0;
  let batch: StoredRow[] = [];
  let characters = 0;
  let written = 0;
  const flush = async () => {
    const table = tables[place];
    if (table === undefined || batch.length === 0) return;
    await insertRows(engine, tx, { table, rows: batch });
    written += batch.length;
    onProgress(written);
    batch = [];
    characters = 0;
  };
  for await (const part of readBackup(path)) {
    if (part.kind === 'header') tables = part.header.tables;
    if (part.kind === 'row') {
      batch.push(part.row);
      for (const value of part.row) characters += String(value).length;
      if (characters >= BATCH_CHARACTERS) await flush();
    }
    if (part.kind === 'table end') {
      await flush();
      place += 1;
    }
  }
}

interface Rows {
  readonly table: BackupHeader['tables'][number];
  readonly rows: readonly StoredRow[];
}

async function insertRows(
  engine: EngineKind,
  tx: Transaction,
  { table: { name, columns }, rows }: Rows,
): Promise<void> {
  const list = columns.join(', ');
  const places = columns.map((_, place) => `r.value ->> ${place}`).join(', ');
  const sql =
    engine === 'sqlite'
      ? `INSERT INTO ${name} (${list}) SELECT ${places} FROM json_each($1) r`
      : `INSERT INTO ${name} (${list}) SELECT ${list} FROM json_populate_recordset(NULL::${name}, CAST($1 AS json))`;
  const named = rows.map((row) =>
    Object.fromEntries(columns.map((column, place) => [column, row[place]])),
  );
  const text = JSON.stringify(engine === 'sqlite' ? rows : named);
  await tx.query(adHocStatement(sql, {}), [text]);
}

async function compare(snapshot: Snapshot, ends: readonly TableEnd[]): Promise<void> {
  try {
    for (const expected of ends) {
      const table = snapshot.tables.find(({ name }) => name === expected.table);
      const sum = rowSum();
      for await (const rows of table === undefined ? [] : snapshot.rows(table)) {
        for (const row of rows) sum.add(JSON.stringify(row));
      }
      const found = sum.end(expected.table);
      if (found.rows !== expected.rows || found.sha256 !== expected.sha256) {
        throw new StartRefused(
          `${expected.table} was restored with ${found.rows} rows that differ from the ${expected.rows} of the backup. Do not use this database.`,
        );
      }
    }
  } finally {
    await snapshot.close();
  }
}
