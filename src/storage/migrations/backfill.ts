import { findRow, type Transaction } from '../database.ts';
import { adHocStatement, type Parameter } from '../statement.ts';
import type { Backfill } from './migration.ts';

/** About a second of work, during which other processes wait for these rows. */
const BATCH_ROWS = 10_000;

/** The progress of a backfill; stored in the ledger with each batch. */
interface Place {
  readonly total: number;
  readonly done: number;
  /** The key of the last row that was rewritten. */
  readonly after?: readonly Parameter[];
}

export interface Batch {
  readonly total: number;
  readonly done: number;
  /** Where the next batch begins; undefined after the last one. */
  readonly place: string | undefined;
}

/** The place of a backfill that has not rewritten any row yet. */
export async function beginBackfill(tx: Transaction, { table }: Backfill): Promise<string> {
  const count = adHocStatement(`SELECT CAST(count(*) AS integer) AS total FROM ${table}`, {
    total: 'integer',
  });
  const row = await findRow(tx, count, []);
  return JSON.stringify({ total: row?.total ?? 0, done: 0 } satisfies Place);
}

/** Rewrites the rows that follow the place in the order of their keys. */
export async function takeBatch(
  tx: Transaction,
  backfill: Backfill,
  placeText: string,
): Promise<Batch> {
  const { total, done, after }: Place = JSON.parse(placeText);
  const until = await findLastKey(tx, backfill, after);
  const range = [
    ...keyBound(backfill, '>', after, 0),
    ...keyBound(backfill, '<=', until, after?.length ?? 0),
  ];
  const sql = [backfill.update, ...range].join(' AND ');
  await tx.query(adHocStatement(sql, {}), [...(after ?? []), ...(until ?? [])]);
  if (until === undefined) return { total, done: total, place: undefined };
  const next: Place = { total, done: done + BATCH_ROWS, after: until };
  return { total, done: next.done, place: JSON.stringify(next) };
}

/** The key of the row that ends the batch; undefined when fewer rows are left. */
async function findLastKey(
  tx: Transaction,
  backfill: Backfill,
  after: readonly Parameter[] | undefined,
): Promise<readonly Parameter[] | undefined> {
  const { table, key } = backfill;
  const where = keyBound(backfill, '>', after, 0).map((condition) => `WHERE ${condition}`);
  const columns = key.join(', ');
  const shape = Object.fromEntries(key.map((column) => [column, 'text' as const]));
  const row = await findRow(
    tx,
    adHocStatement(
      `SELECT ${columns} FROM ${table} ${where.join('')} ORDER BY ${columns} LIMIT 1 OFFSET ${BATCH_ROWS - 1}`,
      shape,
    ),
    after ?? [],
  );
  return row && key.map((column) => row[column] ?? null);
}

/** A condition on the key, or none. */
function keyBound(
  { table, key }: Backfill,
  comparison: '>' | '<=',
  bound: readonly Parameter[] | undefined,
  parametersBefore: number,
): readonly string[] {
  if (bound === undefined) return [];
  const columns = key.map((column) => `${table}.${column}`).join(', ');
  const parameters = key.map((_, index) => `$${parametersBefore + index + 1}`).join(', ');
  return [`(${columns}) ${comparison} (${parameters})`];
}
