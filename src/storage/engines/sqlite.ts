import { statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { Problem } from '../../contract/problems.ts';
import type { Engine, Transaction } from '../database.ts';
import { type Columns, type Parameter, type RowOf, type Statement, toRows } from '../statement.ts';
import {
  ConstraintViolation,
  DAMAGED,
  isDamage,
  LATE,
  MOVED,
  UNREACHABLE,
} from './engine-errors.ts';
import { HintListeners } from './hint-listeners.ts';
import { type InTurn, makeTurns } from './turns.ts';

const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_FULL = 13;
/** Read-only, input or output error, cannot open. */
const NOT_NOW: readonly number[] = [8, 10, 14];
const CONSTRAINT_FOREIGN_KEY = 787;
const CONSTRAINT_PRIMARY_KEY = 1555;
const CONSTRAINT_UNIQUE = 2067;
/** How long a transaction waits for another program that writes; waiting for its turn counts. */
const WAIT_MS = 5_000;
const RETRY_MS = 20;

export interface SqliteOptions {
  readonly path: string;
  readonly durability: 'full' | 'relaxed';
  /** Absent: no other thread writes. */
  readonly inTurn?: InTurn;
  /** Called when a statement finds that the file is damaged. */
  readonly onDamage?: (finding: string) => void;
}

/**
 * The embedded engine: one connection writes, one transaction at a time; another reads beside it
 * (write-ahead log), so a read neither waits for an open transaction nor sees its changes.
 */
export function openSqlite(options: SqliteOptions): Engine {
  const { path, durability, inTurn = makeTurns(), onDamage = () => undefined } = options;
  const writer = new SqliteConnection(path, onDamage);
  // Lets upkeep shrink the file (`give-space-back.ts`). In a file with tables it would change
  // nothing, and wait for the write lock.
  if (writer.pragma('page_count') === 0) writer.exec('PRAGMA auto_vacuum = INCREMENTAL');
  writer.exec('PRAGMA journal_mode = WAL');
  writer.exec(`PRAGMA synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}`);
  refuseWeakSync(writer, durability);
  // SQLite would block the thread while it waits: `beginWriting` waits instead.
  writer.exec('PRAGMA busy_timeout = 0');
  const reader = openConnectionForReading(path, onDamage);
  // The first read creates the log, which stays the same file until the database is closed.
  reader.pragma('schema_version');
  const opened = filesAt(path);

  // One process owns the database, so it has all listeners.
  const listeners = new HintListeners();
  let timeouts = 0;
  const runTransaction = async <Result>(run: (tx: Transaction) => Promise<Result>) => {
    const deadline = performance.now() + WAIT_MS;
    return inTurn(() => runInTurn(run, deadline));
  };
  const runInTurn = async <Result>(
    run: (tx: Transaction) => Promise<Result>,
    deadline: number,
  ): Promise<Result> => {
    if (filesAt(path) !== opened) throw new Problem('unavailable', MOVED);
    await beginWriting(writer, deadline).catch((error: unknown) => {
      if (isBusy(error)) timeouts += 1;
      throw error;
    });
    try {
      const result = await run({
        isTransaction: true,
        query: async (statement, parameters) => writer.all(statement, parameters),
        withCommit: (statement, parameters) => {
          writer.all(statement, parameters);
        },
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
    transaction: runTransaction,
    // The lock on the data directory keeps other processes out.
    changeSchema: runTransaction,
    notify: (topic) => listeners.notify(topic),
    listen: (topic, onHint) => listeners.add(topic, onHint),
    figures: () => ({ retries: 0, timeouts }),
    close: () =>
      inTurn(async () => {
        reader.close();
        writer.close();
      }),
  };
}

/**
 * Identifies the two files that have these paths now. SQLite keeps writing to the files that it
 * opened, even after they are moved or deleted (sqlite.org/howtocorrupt.html, 1.4).
 */
function filesAt(path: string): string {
  try {
    return [path, `${path}-wal`].map((file) => statSync(file).ino).join();
  } catch {
    return 'not found';
  }
}

/** Our own transactions take turns, so only another program can hold the lock. */
async function beginWriting(writer: SqliteConnection, deadline: number): Promise<void> {
  for (;;) {
    try {
      return writer.exec('BEGIN IMMEDIATE');
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
    }
    await setTimeout(RETRY_MS);
  }
}

function isBusy(error: unknown): boolean {
  const { cause } = error as { readonly cause?: unknown }; // What is thrown here is an Error.
  return cause instanceof Error && 'errcode' in cause && cause.errcode === SQLITE_BUSY;
}

/** Reads committed rows beside the engine that owns the database; for other threads. */
export function openSqliteReader(path: string): Pick<Engine, 'query' | 'close'> {
  const reader = openConnectionForReading(path, () => undefined);
  return {
    query: async (statement, parameters) => reader.all(statement, parameters),
    close: async () => reader.close(),
  };
}

function openConnectionForReading(
  path: string,
  onDamage: (finding: string) => void,
): SqliteConnection {
  const reader = new SqliteConnection(path, onDamage);
  reader.exec('PRAGMA query_only = ON');
  return reader;
}

class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<Statement, StatementSync>();
  readonly #onDamage: (finding: string) => void;

  constructor(path: string, onDamage: (finding: string) => void) {
    this.#onDamage = onDamage;
    this.#database = new DatabaseSync(path, { timeout: 5000, enableForeignKeyConstraints: true });
  }

  exec(sql: string): void {
    try {
      this.#database.exec(sql);
    } catch (error) {
      throw this.#translated(error);
    }
  }

  all<Shape extends Columns>(
    statement: Statement<Shape>,
    parameters: readonly Parameter[],
  ): readonly RowOf<Shape>[] {
    try {
      const rows: unknown = this.#prepare(statement).all(...parameters);
      return toRows(statement, rows as unknown[][]); // As arrays: see `#prepare`.
    } catch (error) {
      throw this.#translated(error);
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

  #translated(error: unknown): unknown {
    const translated = translate(error);
    if (translated instanceof Problem && translated.message === DAMAGED) {
      this.#onDamage(error instanceof Error ? error.message : '');
    }
    return translated;
  }

  #prepare(statement: Statement): StatementSync {
    const cached = this.#prepared.get(statement);
    if (cached !== undefined) return cached;
    const prepared = this.#database.prepare(statement.text.sqlite);
    prepared.setReturnArrays(true);
    if (statement.name !== '') this.#prepared.set(statement, prepared);
    return prepared;
  }
}

/** A disk or build that silently ignores the pragma must not pass for durable. */
function refuseWeakSync(writer: SqliteConnection, durability: 'full' | 'relaxed'): void {
  const expected = durability === 'full' ? 2 : 1;
  if (writer.pragma('synchronous') !== expected) {
    throw new Error('SQLite did not accept the requested synchronous mode.');
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
  if (isDamage(code)) return new Problem('unavailable', DAMAGED, { cause: error });
  if ([SQLITE_BUSY, SQLITE_LOCKED].includes(code & 0xff)) {
    return new Problem('unavailable', LATE, { headers: { 'retry-after': '2' }, cause: error });
  }
  if (!NOT_NOW.includes(code & 0xff)) return error;
  return new Problem('unavailable', UNREACHABLE, { cause: error });
}

function storageFull(): Problem {
  return new Problem('read_only', 'The disk is full: nothing was written. Reading goes on.');
}
