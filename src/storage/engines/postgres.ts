import pg from 'pg';
import { Problem } from '../../contract/problems.ts';
import type { Engine, Transaction } from '../database.ts';
import type { Columns, Parameter, RowOf, Statement } from '../statement.ts';
import { ConstraintViolation } from './engine-errors.ts';
import { PostgresHints } from './postgres-hints.ts';
import { ReadLanes } from './postgres-lanes.ts';

/** Any number that all instances of this product agree on. */
const MIGRATION_LOCK = 4_600_001;
const MAX_ATTEMPTS = 5;
const INT8 = 20;

export interface PostgresOptions {
  readonly url: string;
  readonly durability: 'full' | 'relaxed';
  /** Off behind poolers that cannot keep prepared statements. */
  readonly preparedStatements: 'on' | 'off';
  readonly poolSize: number;
}

/** PostgreSQL: reads share two pipelined connections, each transaction has one of the pool. */
export function openPostgres(options: PostgresOptions): Engine {
  const settings = connectionSettings(options);
  const pool = new pg.Pool({ ...settings, max: options.poolSize });
  // An idle connection may break at any time; the pool replaces it at the next use.
  pool.on('error', () => undefined);
  // A connection in use may break as well; its statements then fail, which is all we need to know.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const lanes = new ReadLanes(settings);
  const hints = new PostgresHints(settings);

  const run = async <Shape extends Columns>(
    client: { query(config: pg.QueryConfig): Promise<pg.QueryResult> },
    statement: Statement<Shape>,
    parameters: readonly Parameter[],
  ): Promise<readonly RowOf<Shape>[]> => {
    const isKept = options.preparedStatements === 'on' && statement.planned === 'once';
    const named = isKept ? { name: statement.name } : {};
    const config = { ...named, text: statement.text.postgres, values: [...parameters] };
    try {
      const result = await client.query(config);
      return result.rows;
    } catch (error) {
      throw translate(error);
    }
  };

  const attempt = async <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> => {
    const client = await connect(pool);
    let broken = false;
    try {
      // Not awaited: BEGIN travels with the first statement. If it fails, so does that statement.
      client.query('BEGIN').catch(() => undefined);
      const result = await work({
        isTransaction: true,
        query: (statement, parameters) => run(client, statement, parameters),
      });
      await commit(client);
      return result;
    } catch (error) {
      // On a connection that no longer answers, a rollback would wait in vain.
      broken =
        isAway(error) ||
        (await client.query('ROLLBACK').then(
          () => false,
          () => true,
        ));
      throw translate(error);
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
          if (attempts === MAX_ATTEMPTS) throw away(error);
        }
      }
    },
    exclusively: async (work) => {
      const client = await connect(pool);
      try {
        await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
        return await work();
      } finally {
        client.release(true);
      }
    },
    script: (statements) => runScript(pool, statements),
    notify: (topic) => hints.notify(topic),
    listen: (topic, onHint) => hints.listen(topic, onHint),
    close: async () => {
      await Promise.all([lanes.close(), hints.close(), pool.end()]);
    },
  };
}

function connectionSettings(options: PostgresOptions): pg.ClientConfig {
  return {
    connectionString: options.url,
    // The option is newer than the type declarations.
    ...({ pipeline: true } as pg.ClientConfig),
    application_name: 'jurybox',
    // Our joins are written in the order in which they find the fewest rows. Left to itself the
    // planner, on tables it has no statistics of yet, joins whole workspaces before it looks at ids.
    options: '-c join_collapse_limit=1',
    statement_timeout: 15_000,
    // For a server that is frozen and cannot keep its own limits.
    query_timeout: 20_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    types: { getTypeParser: readNumbers },
  };
}

/** Times and counts are bigint and stay far below 2^53. */
function readNumbers(id: number, format?: 'text' | 'binary') {
  if (id === INT8) return Number;
  return pg.types.getTypeParser(id, format as 'text'); // Only text is ever asked for.
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw translate(error);
  }
}

/** PostgreSQL answers COMMIT of a failed transaction with a rollback and no error. */
async function commit(client: pg.PoolClient): Promise<void> {
  const result = await client.query('COMMIT');
  if (result.command !== 'COMMIT') throw new Error('The transaction was rolled back.');
}

async function runScript(pool: pg.Pool, statements: readonly string[]): Promise<void> {
  const client = await connect(pool);
  try {
    await client.query('BEGIN');
    for (const sql of statements) await client.query(sql);
    await commit(client);
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Serialization failure and deadlock: nothing was done, so it can be done again. */
function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');
}

function translate(error: unknown): unknown {
  if (error instanceof Problem || error instanceof ConstraintViolation) return error;
  if (!(error instanceof pg.DatabaseError)) return isConnectionError(error) ? away(error) : error;
  if (error.code === '23505') return new ConstraintViolation('unique', error.constraint ?? '');
  if (error.code === '23503') return new ConstraintViolation('foreign-key', error.constraint ?? '');
  if (error.code === '53100') {
    return new Problem('read_only', 'The disk is full: nothing was written. Reading goes on.');
  }
  return isServerAway(error.code) ? away(error) : error;
}

/**
 * What PostgreSQL refuses because of its state and not because of the statement (appendix A of its
 * manual): connection exceptions, databases that only read, idle and transaction timeouts, roles that
 * may not enter, databases that are gone, lack of resources, databases that accept nobody, locks,
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
  return /connection terminated|timeout exceeded when trying to connect|not queryable|connection error|query read timeout|timeout expired/i.test(
    error.message,
  );
}

function isAway(error: unknown): boolean {
  return error instanceof Problem ? error.code === 'unavailable' : isConnectionError(error);
}

function away(cause: unknown): Problem {
  return new Problem('unavailable', 'The database is not reachable. Try again in a few seconds.', {
    headers: { 'retry-after': '2' },
    cause,
  });
}
