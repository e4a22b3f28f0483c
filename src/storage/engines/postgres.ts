import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Problem } from '../../contract/problems.ts';
import type { Engine, Transaction } from '../database.ts';
import { type Columns, type Parameter, type RowOf, type Statement, toRows } from '../statement.ts';
import { AWAY, ConstraintViolation, DAMAGED, LATE, UNREACHABLE } from './engine-errors.ts';
import { PostgresHints } from './postgres-hints.ts';
import { ReadLanes } from './postgres-lanes.ts';

/** Any number that all instances of this product agree on. */
const SCHEMA_LOCK = 4_600_001;
const MAX_ATTEMPTS = 10;
/** Added to the longest pause after each attempt, so that transactions do not collide again. */
const PAUSE_MS = 100;
/** A frozen server does not answer; its connections then end with the process. */
const CLOSING_MS = 5_000;
const INT8 = 20;

const LIMITS = {
  // Our joins are written in the order that reads the fewest rows. Left to itself, the planner
  // joins whole workspaces before it looks at ids while tables have no statistics.
  join_collapse_limit: 1,
  // Compiling plans costs our statements more than it saves: results of 100,000 judgements took
  // about 6 % longer with it.
  jit: 0,
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 30_000,
};
const NO_LIMITS = { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 };

// Poolers refuse most settings at the start of a connection, and between two transactions they may
// change the server behind it, so each transaction sets what it needs. Our statements take their
// locks in an order that needs no more than READ COMMITTED. Under a stricter default of the
// database, writers that meet on a row would fail instead of waiting for each other.
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';
const BEGIN_LIMITED = `${BEGIN}; ${settingsSql('SET LOCAL', LIMITS)}`;
const BEGIN_UNLIMITED = `${BEGIN}; ${settingsSql('SET LOCAL', NO_LIMITS)}`;
/** For reads, which have no transaction; behind a pooler only the limit of the client applies. */
const LIMIT_SESSION = settingsSql('SET', LIMITS);

export interface PostgresOptions {
  readonly url: string;
  readonly durability: 'full' | 'relaxed';
  /** Off behind poolers that cannot keep prepared statements. */
  readonly preparedStatements: 'on' | 'off';
  readonly poolSize: number;
}

/** PostgreSQL: reads share two pipelined connections, each transaction takes one from the pool. */
export function openPostgres(options: PostgresOptions): Engine {
  const settings = connectionSettings(options);
  const pool = new pg.Pool({ ...settings, max: options.poolSize });
  // An idle connection may break at any time; the pool replaces it at the next use.
  pool.on('error', () => undefined);
  // A connection in use may break as well; its statements then fail, which is enough.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const lanes = new ReadLanes(settings, LIMIT_SESSION);
  const hints = new PostgresHints(settings);

  let retries = 0;
  let timeouts = 0;
  let waits = 0;

  const run = async <Shape extends Columns>(
    client: { query(config: pg.QueryArrayConfig): Promise<pg.QueryArrayResult> },
    statement: Statement<Shape>,
    parameters: readonly Parameter[],
  ): Promise<readonly RowOf<Shape>[]> => {
    const isPrepared = options.preparedStatements === 'on' && statement.planned === 'once';
    const named = isPrepared ? { name: statement.name } : {};
    const text = statement.text.postgres;
    try {
      const values = [...parameters];
      const result = await client.query({ ...named, text, values, rowMode: 'array' });
      return toRows(statement, result.rows);
    } catch (error) {
      if (isTimeout(error)) timeouts += 1;
      throw translate(error);
    }
  };

  const workAndCommit = async <Result>(
    client: pg.ClientBase,
    work: (tx: Transaction) => Promise<Result>,
  ): Promise<Result> => {
    const pending: Promise<unknown>[] = [];
    const result = await work({
      isTransaction: true,
      query: (statement, parameters) => run(client, statement, parameters),
      withCommit: (statement, parameters) => {
        const answer = run(client, statement, parameters);
        // If the work fails later, nothing awaits this answer.
        answer.catch(() => undefined);
        pending.push(answer);
      },
    });
    await Promise.all([...pending, commit(client)]);
    return result;
  };

  const attempt = async <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> => {
    if (pool.idleCount === 0 && pool.totalCount >= options.poolSize) waits += 1;
    const client = await connect(pool);
    let broken = false;
    try {
      // Not awaited: BEGIN is sent with the first statement, which fails if BEGIN does.
      client.query(BEGIN_LIMITED).catch(() => undefined);
      return await workAndCommit(client, work);
    } catch (error) {
      const failure = translate(error);
      // On a connection that no longer answers, a rollback would wait in vain.
      broken =
        isUnavailable(failure) ||
        (await client.query('ROLLBACK').then(
          () => false,
          () => true,
        ));
      throw failure;
    } finally {
      client.release(broken);
    }
  };

  return {
    kind: 'postgres',
    durability: options.durability,
    query: (statement, parameters) => run(lanes, statement, parameters),
    transaction: async (work) => {
      for (let attempts = 1; ; attempts += 1) {
        try {
          return await attempt(work);
        } catch (error) {
          if (!isRetryable(error)) throw error;
          if (attempts === MAX_ATTEMPTS) throw unavailable(LATE, error);
          retries += 1;
          await wait(Math.random() * PAUSE_MS * attempts);
        }
      }
    },
    changeSchema: async (work, onWait) => {
      const client = await connectUnlimited(settings);
      try {
        await client.query(BEGIN_UNLIMITED);
        await lockSchema(client, onWait);
        return await workAndCommit(client, work);
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined);
        throw translate(error);
      } finally {
        await client.end();
      }
    },
    notify: (topic) => hints.notify(topic),
    listen: (topic, onHint) => hints.listen(topic, onHint),
    figures: () => ({
      retries,
      timeouts,
      pool: {
        size: options.poolSize,
        used: pool.totalCount - pool.idleCount,
        waiting: pool.waitingCount,
        waits,
      },
    }),
    close: async () => {
      const closing = Promise.all([lanes.close(), hints.close(), pool.end()]);
      await Promise.race([closing, wait(CLOSING_MS, undefined, { ref: false })]);
    },
  };
}

function connectionSettings(options: PostgresOptions): pg.ClientConfig {
  return {
    connectionString: options.url,
    // The option is newer than the type declarations.
    ...({ pipeline: true } as pg.ClientConfig),
    application_name: 'jurybox',
    // For a frozen server, which cannot enforce its own limits.
    query_timeout: 20_000,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    types: { getTypeParser: readNumbers },
  };
}

/** Times and counts are bigint and stay far below 2^53. */
function readNumbers(id: number, format?: 'text' | 'binary') {
  if (id === INT8) return Number;
  return pg.types.getTypeParser(id, format as 'text'); // Only text is ever requested.
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw translate(error);
  }
}

/** PostgreSQL answers COMMIT of a failed transaction with a rollback and no error. */
async function commit(client: pg.ClientBase): Promise<void> {
  const result = await client.query('COMMIT');
  if (result.command !== 'COMMIT') throw new Error('The transaction was rolled back.');
}

/** A separate connection: changing a large table takes longer than any statement of a request. */
async function connectUnlimited(settings: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...settings, query_timeout: 0 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw translate(error);
  }
  return client;
}

/** The lock ends with the transaction, so a killed process or a pooler leaves none behind. */
async function lockSchema(client: pg.Client, onWait: () => void): Promise<void> {
  const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS taken', [
    SCHEMA_LOCK,
  ]);
  if (rows[0]?.taken === true) return;
  onWait();
  await client.query('SELECT pg_advisory_xact_lock($1)', [SCHEMA_LOCK]);
}

function settingsSql(
  verb: 'SET' | 'SET LOCAL',
  settings: Readonly<Record<string, number>>,
): string {
  return Object.entries(settings)
    .map(([name, value]) => `${verb} ${name} = ${value}`)
    .join('; ');
}

/** The server's limit for a statement or a lock, or the client's for a frozen server. */
function isTimeout(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === '57014' || error.code === '55P03';
  return error instanceof Error && error.message === 'Query read timeout';
}

/** No connection of the pool became free in time. */
function isLackOfConnections(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}

/** Serialization failure and deadlock: nothing was done, so it can be done again. */
function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');
}

/** Translates errors of PostgreSQL and of its connection into those of the product. */
export function translate(error: unknown): unknown {
  if (error instanceof Problem || error instanceof ConstraintViolation) return error;
  if (isTimeout(error) || isLackOfConnections(error)) return unavailable(LATE, error);
  if (!(error instanceof pg.DatabaseError)) {
    return isConnectionError(error) ? unavailable(AWAY, error) : error;
  }
  if (error.code === '23505') return new ConstraintViolation('unique', constraintOf(error));
  if (error.code === '23503') return new ConstraintViolation('foreign-key', constraintOf(error));
  if (error.code === '53100') {
    return new Problem('read_only', 'The disk is full: nothing was written. Reading goes on.');
  }
  if (error.code === 'XX001' || error.code === 'XX002') return new Problem('unavailable', DAMAGED);
  if (error.code === '58030') return new Problem('unavailable', UNREACHABLE);
  if (error.code === '26000' || error.code === '42P05') return new Problem('unavailable', POOLED);
  return isServerAway(error.code) ? unavailable(AWAY, error) : error;
}

/**
 * The constraint as our migrations name it. On a distributed table each shard has the constraint
 * under a name that ends in a number, and the coordinator passes on only the message.
 */
function constraintOf({ constraint, message }: pg.DatabaseError): string {
  const name = constraint ?? /[a-z_]+\.[a-z_\d]+/.exec(message)?.[0] ?? '';
  return name.replace(/_\d+$/, '');
}

const POOLED =
  'A pooler between this service and PostgreSQL loses prepared statements. Ask the operator to set DATABASE_PREPARED=off.';

/**
 * What PostgreSQL refuses because of its state and not because of the statement (appendix A of its
 * manual): connection exceptions, read-only databases, idle and transaction timeouts, refused
 * roles, missing databases, lack of resources, databases that accept no connections, locks,
 * shutdown and statement timeouts, system errors.
 */
function isServerAway(code: string | undefined): boolean {
  return /^(08|25006|25P0[34]|28|3D000|53|55000|55P03|57|58)/.test(code ?? '');
}

function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (
    'code' in error &&
    /^(ECONN|EPIPE|ETIMEDOUT|ENOENT|EHOST|ENOTFOUND)/.test(String(error.code))
  ) {
    return true;
  }
  return /connection terminated|not queryable|connection error|timeout expired/i.test(
    error.message,
  );
}

function isUnavailable(error: unknown): boolean {
  return error instanceof Problem && error.code === 'unavailable';
}

function unavailable(sentence: string, cause: unknown): Problem {
  return new Problem('unavailable', sentence, {
    headers: { 'retry-after': '2' },
    cause,
  });
}
