import { DatabaseSync } from 'node:sqlite';
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

const COLUMNS = `SELECT m.name AS "table", c.name AS "column", c.pk AS place
  FROM sqlite_schema m, pragma_table_info(m.name) c
  WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, c.cid`;

const REFERENCES = `SELECT DISTINCT m.name AS "from", f."table" AS "to"
  FROM sqlite_schema m, pragma_foreign_key_list(m.name) f WHERE m.type = 'table'`;

const FIND_LEDGER = "SELECT 1 FROM sqlite_schema WHERE name = 'schema_migrations'";

/** Readers of the file never wait for writers, and see what was committed when they began. */
export function openSqliteSnapshot(path: string): Snapshot {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return snapshotOf(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

function snapshotOf(database: DatabaseSync): Snapshot {
  database.exec('BEGIN');
  if (database.prepare(FIND_LEDGER).get() === undefined) throw new StartRefused(NOT_OURS);
  const { schema } = database
    .prepare('SELECT COALESCE(MAX(number), 0) AS schema FROM schema_migrations')
    .get() as { schema: number }; // Selected above.
  refuseNewer(schema);
  const columns = database.prepare(COLUMNS).all() as unknown as readonly ColumnOfTable[];
  const references = database.prepare(REFERENCES).all() as unknown as readonly Reference[];
  return {
    engine: 'sqlite',
    schema,
    tables: tablesOf(columns, references),
    rows: (table) => rowsOf(database, table),
    close: async () => database.close(),
  };
}

async function* rowsOf(database: DatabaseSync, table: Table): AsyncGenerator<readonly StoredRow[]> {
  const statement = database.prepare(selectAll(table));
  statement.setReturnArrays(true);
  let batch: StoredRow[] = [];
  for (const row of statement.iterate()) {
    batch.push(row as unknown as StoredRow); // An array of texts, whole numbers and nulls.
    if (batch.length < ROWS_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
