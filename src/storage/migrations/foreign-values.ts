import { findRow, type Transaction } from '../database.ts';
import { StartRefused } from '../engines/start-refused.ts';
import { adHocStatement, statement } from '../statement.ts';
import { CLOSED_COLUMNS, type ClosedColumn } from './0014-closed-values.ts';

const LIST_COLUMNS = statement(
  {
    sqlite: `SELECT t.name || '.' || c.name AS name
      FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'`,
    postgres: `SELECT CAST(table_name || '.' || column_name AS text) AS name
      FROM information_schema.columns WHERE table_schema = current_schema()`,
  },
  { name: 'text' },
);

/** Refuses, before an upgrade, values that its constraints would refuse half-way. */
export async function refuseForeignValues(tx: Transaction): Promise<void> {
  // An older schema does not have all of the columns yet.
  const columns = new Set((await tx.query(LIST_COLUMNS, [])).map(({ name }) => name));
  for (const closed of CLOSED_COLUMNS) {
    const { table, column } = closed;
    const value = columns.has(`${table}.${column}`)
      ? await findForeignValue(tx, closed)
      : undefined;
    if (value === undefined) continue;
    throw new StartRefused(
      `The column ${column} of the table ${table} holds "${value}", which no release of Jurybox writes. Correct that row or restore a backup, then start again. Nothing was changed.`,
    );
  }
}

async function findForeignValue(
  tx: Transaction,
  { table, column, values }: ClosedColumn,
): Promise<string | undefined> {
  const find = adHocStatement(
    `SELECT CAST(${column} AS text) AS value FROM ${table} WHERE ${column} NOT IN (${values}) LIMIT 1`,
    { value: 'text' },
  );
  return (await findRow(tx, find, []))?.value;
}
