import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { Problem } from '../../contract/problems.ts';
import type { Engine, Queryable, Transaction } from '../database.ts';
import type { Columns, Parameter, RowOf, Statement } from '../statement.ts';
import { ConstraintViolation } from './engine-errors.ts';
import { HintListeners } from './hint-listeners.ts';
import { type InTurn, makeTurns } from './turns.ts';

const SQLITE_FULL = 13;
/** Busy and locked (by another program), read-only, input or output error, cannot open. */
const SQLITE_AWAY: readonly number[] = [5, 6, 8, 10, 14];
const CONSTRAINT_FOREIGN_KEY = 787;
const CONSTRAINT_PRIMARY_KEY = 1555;
const CONSTRAINT_UNIQUE = 2067;

export interface SqliteOptions {
  readonly path: string;
  readonly durability: 'full' | 'relaxed';
  /** Absent: nobody else writes. */
  readonly inTurn?: InTurn;
}

/**
 * The embedded engine: one connection writes, one transaction at a time; another reads beside it
 * (write-ahead log), so that a read never waits for an open transaction nor sees into it.
 */
export function openSqlite({ path, durability, inTurn = makeTurns() }: SqliteOptions): Engine {
  const writer = new SqliteConnection(path);
  writer.exec('PRAGMA journal_mode = WAL');
  writer.exec(`PRAGMA synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}`);
  refuseWeakSync(writer, durability);
  const reader = openConnectionForReading(path);

  // One process owns the database, so all who wait for hints are here.
  const listeners = new HintListeners();
  const runTransaction = async <Result>(run: (tx: Transaction) => Promise<Result>) => {
    writer.exec('BEGIN IMMEDIATE');
    try {
      const result = await run({
        isTransaction: true,
        query: async (statement, parameters) => writer.all(statement, parameters),
      });
      writer.exec('COMMIT');
      return result;
    } catch (error) {
      writer.rollBack();
      throw error;
    }
  };

  return {
    kind: 'sqlite',
    durability,
    query: async (statement, parameters) => reader.all(statement, parameters),
    transaction: (run) => inTurn(() => runTransaction(run)),
    exclusively: (run) => run(),
    script: (statements) =>
      inTurn(() =>
        runTransaction(async () => {
          for (const sql of statements) writer.exec(sql);
        }),
      ),
    notify: (topic) => listeners.tell(topic),
    listen: (topic, onHint) => listeners.add(topic, onHint),
    close: () =>
      inTurn(async () => {
        reader.close();
        writer.close();
      }),
  };
}

/** Reads what is committed, beside the engine that owns the database: for other threads. */
export function openSqliteReader(path: string): Queryable {
  const reader = openConnectionForReading(path);
  return { query: async (statement, parameters) => reader.all(statement, parameters) };
}

function openConnectionForReading(path: string): SqliteConnection {
  const reader = new SqliteConnection(path);
  reader.exec('PRAGMA query_only = ON');
  return reader;
}

class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<Statement, StatementSync>();

  constructor(path: string) {
    this.#database = new DatabaseSync(path, { timeout: 5000, enableForeignKeyConstraints: true });
  }

  exec(sql: string): void {
    try {
      this.#database.exec(sql);
    } catch (error) {
      throw translate(error);
    }
  }

  all<Shape extends Columns>(
    statement: Statement<Shape>,
    parameters: readonly Parameter[],
  ): readonly RowOf<Shape>[] {
    try {
      // The declaration promises these columns; a test compares them on both engines.
      return this.#prepare(statement).all(...parameters) as unknown as RowOf<Shape>[];
    } catch (error) {
      throw translate(error);
    }
  }

  pragma(name: string): unknown {
    return this.#database.prepare(`PRAGMA ${name}`).get()?.[name];
  }

  rollBack(): void {
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
  }

  close(): void {
    this.#database.close();
  }

  #prepare(statement: Statement): StatementSync {
    const known = this.#prepared.get(statement);
    if (known !== undefined) return known;
    const prepared = this.#database.prepare(statement.text.sqlite);
    this.#prepared.set(statement, prepared);
    return prepared;
  }
}

/** A disk or build that silently ignores the pragma must not pass for durable. */
function refuseWeakSync(writer: SqliteConnection, durability: 'full' | 'relaxed'): void {
  const wanted = durability === 'full' ? 2 : 1;
  if (writer.pragma('synchronous') !== wanted) {
    throw new Error('SQLite did not accept the wanted synchronous mode.');
  }
}

function translate(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error;
  const code = Number(error.errcode);
  if (code === CONSTRAINT_UNIQUE || code === CONSTRAINT_PRIMARY_KEY) {
    return new ConstraintViolation('unique', error.message.split(/[:,] /).at(-1) ?? '');
  }
  if (code === CONSTRAINT_FOREIGN_KEY) return new ConstraintViolation('foreign-key', '');
  if (code === SQLITE_FULL) return storageFull();
  if (!SQLITE_AWAY.includes(code & 0xff)) return error;
  return new Problem('unavailable', UNREADABLE, { cause: error });
}

const UNREADABLE = 'The database cannot be read or written at the moment.';

function storageFull(): Problem {
  return new Problem('read_only', 'The disk is full: nothing was written. Reading goes on.');
}
