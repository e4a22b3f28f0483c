import type { Columns, EngineKind, Parameter, RowOf, Statement } from './statement.ts';

/** Runs statements: a request's handle, or a transaction on it. */
export interface Queryable {
  query<Shape extends Columns>(
    statement: Statement<Shape>,
    parameters: readonly Parameter[],
  ): Promise<readonly RowOf<Shape>[]>;
}

/** A handle inside an open transaction; only operations open one. */
export interface Transaction extends Queryable {
  readonly isTransaction: true;
  /**
   * Sends a statement together with the commit, which fails when it does; its rows are not
   * returned. The transaction runs nothing after it.
   */
  withCommit(statement: Statement, parameters: readonly Parameter[]): void;
}

interface EngineFigures {
  /** Transactions that ran again after a deadlock or a serialization failure. */
  readonly retries: number;
  /** Statements cancelled because they, or a lock they waited for, took too long. */
  readonly timeouts: number;
  /** Absent where there are no connections to share. */
  readonly pool?: {
    readonly size: number;
    readonly used: number;
    readonly waiting: number;
    /** Transactions that had to wait for a connection. */
    readonly waits: number;
  };
}

/** What an engine has to provide. Everything else is written once, in portable SQL. */
export interface Engine extends Queryable {
  readonly kind: EngineKind;
  /** Runs again when the engine reports a deadlock or a serialization failure. */
  transaction<Result>(run: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * A transaction that changes the schema: without time limits, one at a time among all processes.
   * Calls `onWait` when it has to wait for another.
   */
  changeSchema<Result>(
    run: (tx: Transaction) => Promise<Result>,
    onWait: () => void,
  ): Promise<Result>;
  /**
   * Notifies every process on this database that something about the topic changed. Never fails,
   * but may be lost. Not inside a transaction: others would look before the change is committed.
   */
  notify(topic: string): void;
  /** Calls back at each hint about the topic, until the returned function is called. */
  listen(topic: string, onHint: () => void): () => void;
  /** Whether commits survive a power cut. */
  readonly durability: 'full' | 'relaxed';
  /** Counted in this process since its start. */
  figures(): EngineFigures;
  close(): Promise<void>;
}

/**
 * The handle of one request. It refuses statements while its transaction is open: on a pool they
 * would run on another connection, outside the transaction, unnoticed.
 */
export class Db implements Queryable {
  readonly #engine: Engine;
  #isInTransaction = false;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  query<Shape extends Columns>(
    statement: Statement<Shape>,
    parameters: readonly Parameter[],
  ): Promise<readonly RowOf<Shape>[]> {
    this.#refuseInTransaction();
    return this.#engine.query(statement, parameters);
  }

  async transaction<Result>(run: (tx: Transaction) => Promise<Result>): Promise<Result> {
    this.#refuseInTransaction();
    this.#isInTransaction = true;
    try {
      return await this.#engine.transaction(run);
    } finally {
      this.#isInTransaction = false;
    }
  }

  #refuseInTransaction(): void {
    if (this.#isInTransaction) {
      throw new Error('A transaction is open on this handle: use the transaction instead.');
    }
  }
}

/** The first row, for statements that find one or none. */
export async function findRow<Shape extends Columns>(
  db: Queryable,
  statement: Statement<Shape>,
  parameters: readonly Parameter[],
): Promise<RowOf<Shape> | undefined> {
  const rows = await db.query(statement, parameters);
  return rows[0];
}
