import { DatabaseSync, type StatementSync } from 'node:sqlite';
import pg from 'pg';
import { type Parameter, type Statement, toRows } from '../src/storage/statement.ts';

type Call = readonly [Statement, readonly Parameter[]];

/** The drivers as the service uses them, and nothing else. */
export interface FloorDatabase {
  readonly read: (
    statement: Statement,
    parameters: readonly Parameter[],
  ) => Promise<readonly unknown[]>;
  /** Runs the statements in one transaction and returns the rows of the first. */
  readonly write: (calls: readonly Call[]) => Promise<readonly unknown[]>;
}

export async function openFloorDatabase(): Promise<FloorDatabase> {
  const url = process.env['DATABASE_URL'];
  return url === undefined ? onSqlite(process.env['FLOOR_FILE'] ?? '') : onPostgres(url);
}

/** Uses two shared, pipelined connections for reads and a pool of ten for transactions. */
async function onPostgres(connectionString: string): Promise<FloorDatabase> {
  // The option is newer than the type declarations.
  const settings = { connectionString, ...({ pipeline: true } as pg.ClientConfig) };
  const lanes = [new pg.Client(settings), new pg.Client(settings)] as const;
  await Promise.all(lanes.map((lane) => lane.connect()));
  const pool = new pg.Pool({ ...settings, max: 10 });
  const toQuery = ([statement, values]: Call) => ({
    name: statement.name,
    text: statement.text.postgres,
    values: [...values],
    rowMode: 'array' as const,
  });
  let turn = 0;
  return {
    read: async (statement, parameters) => {
      turn = 1 - turn;
      const lane = turn === 0 ? lanes[0] : lanes[1];
      return toRows(statement, (await lane.query(toQuery([statement, parameters]))).rows);
    },
    write: async (calls) => {
      const client = await pool.connect();
      void client.query('BEGIN');
      const [rows] = await Promise.all(
        calls.map(async (call) => toRows(call[0], (await client.query(toQuery(call))).rows)),
      );
      await client.query('COMMIT');
      client.release();
      return rows ?? [];
    },
  };
}

/** Uses one connection to write, with full durability, and another to read. */
function onSqlite(path: string): FloorDatabase {
  const writer = new DatabaseSync(path, { enableForeignKeyConstraints: true });
  writer.exec('PRAGMA journal_mode = WAL');
  writer.exec('PRAGMA synchronous = FULL');
  const reader = new DatabaseSync(path);
  const prepared = new Map<Statement, StatementSync>();
  const prepare = (database: DatabaseSync, statement: Statement) => {
    const cached = prepared.get(statement);
    if (cached !== undefined) return cached;
    const preparedStatement = database.prepare(statement.text.sqlite);
    preparedStatement.setReturnArrays(true);
    prepared.set(statement, preparedStatement);
    return preparedStatement;
  };
  const all = (database: DatabaseSync, [statement, values]: Call) => {
    const rows: unknown = prepare(database, statement).all(...values);
    return toRows(statement, rows as unknown[][]); // As arrays: see `prepare`.
  };
  return {
    read: async (statement, parameters) => all(reader, [statement, parameters]),
    write: async (calls) => {
      writer.exec('BEGIN IMMEDIATE');
      const rows = calls.map((call) => all(writer, call));
      writer.exec('COMMIT');
      return rows[0] ?? [];
    },
  };
}
