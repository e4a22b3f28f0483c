import { createHash } from 'node:crypto';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { adHocStatement, type Row, statement } from '../statement.ts';
import type { Migration, Texts } from './migration.ts';

const CREATE_LEDGER = adHocStatement(
  `CREATE TABLE schema_migrations (
    number integer NOT NULL PRIMARY KEY, name text NOT NULL, checksum text NOT NULL
  )`,
  {},
);

const FIND_LEDGER = statement(
  {
    sqlite: "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'schema_migrations'",
    postgres: "SELECT CAST(to_regclass('schema_migrations') AS text) AS name",
  },
  { name: 'text?' },
);

const LIST_ENTRIES = statement(
  'SELECT number, name, checksum FROM schema_migrations ORDER BY number',
  { number: 'integer', name: 'text', checksum: 'text' },
);

/** A migration that was applied, or started: then `checksum` holds the place of its backfill. */
export type LedgerEntry = Row<typeof LIST_ENTRIES>;

/** Undefined where no release has ever started. */
export async function findEntries(db: Queryable): Promise<readonly LedgerEntry[] | undefined> {
  const ledger = await findRow(db, FIND_LEDGER, []);
  return ledger?.name ? db.query(LIST_ENTRIES, []) : undefined;
}

export async function createLedger(tx: Transaction): Promise<void> {
  await tx.query(CREATE_LEDGER, []);
}

const INSERT_ENTRY = statement(
  'INSERT INTO schema_migrations (number, name, checksum) VALUES ($1, $2, $3)',
  {},
);

export async function insertEntry(
  tx: Transaction,
  { number, name }: Migration,
  checksum: string,
): Promise<void> {
  await tx.query(INSERT_ENTRY, [number, name, checksum]);
}

const UPDATE_ENTRY = statement('UPDATE schema_migrations SET checksum = $2 WHERE number = $1', {});

export async function updateEntry(
  tx: Transaction,
  { number }: Migration,
  checksum: string,
): Promise<void> {
  await tx.query(UPDATE_ENTRY, [number, checksum]);
}

/** A checksum is hexadecimal, a place is JSON. */
export function isUnfinished({ checksum }: LedgerEntry): boolean {
  return checksum.startsWith('{');
}

export function checksumOf({ statements, update, afterwards }: Texts): string {
  const text = [...statements, ...update, ...afterwards].join(';');
  return createHash('sha256').update(text).digest('hex');
}
