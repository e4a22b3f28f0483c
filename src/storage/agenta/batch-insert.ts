import type { Transaction } from '../database.ts';
import { COLUMN_TYPES, type ColumnTypes } from '../migrations/migration.ts';
import { sqlName, statement } from '../statement.ts';

type ColumnKind = Exclude<keyof ColumnTypes, 'tableEnd'>;

type RowOf<Columns extends Readonly<Record<string, ColumnKind>>> = {
  readonly [Name in keyof Columns]: string | number | null;
};

/** Makes the function that inserts many rows of a workspace in one statement. */
export function batchInserter<const Columns extends Readonly<Record<string, ColumnKind>>>(
  table: string,
  columns: Columns,
): (tx: Transaction, workspaceId: string, rows: readonly RowOf<Columns>[]) => Promise<void> {
  const names = Object.keys(columns);
  const into = `INSERT INTO ${table} (workspace_id, ${names.map(sqlName).join(', ')})`;
  const casts = Object.values(columns).map(
    (kind, place) => `CAST(t.item ->> ${place} AS ${COLUMN_TYPES.postgres[kind].split(' ')[0]})`,
  );
  const values = names.map((_, place) => `t.value ->> ${place}`);
  const insert = statement(
    {
      postgres: `${into} SELECT $1, ${casts.join(', ')} FROM json_array_elements(CAST($2 AS json)) AS t (item)`,
      sqlite: `${into} SELECT $1, ${values.join(', ')} FROM json_each($2) AS t`,
    },
    {},
  );
  return async (tx, workspaceId, rows) => {
    if (rows.length === 0) return;
    const text = JSON.stringify(rows.map((row) => names.map((name) => row[name] ?? null)));
    await tx.query(insert, [workspaceId, text]);
  };
}
