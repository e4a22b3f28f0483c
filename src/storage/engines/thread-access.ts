import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Engine, Queryable } from '../database.ts';
import type { PostgresOptions } from './postgres.ts';
import { openSqlite, openSqliteReader, type SqliteOptions } from './sqlite.ts';
import { borrowTurns, type InTurn, lendTurns } from './turns.ts';

/** Lets one other thread of this process read and write the same database. */
export interface ThreadAccess {
  readonly data: AccessData;
  /** Ports that are transferred, not copied. */
  readonly transfer: readonly MessagePort[];
}

export type AccessData =
  | (Omit<SqliteOptions, 'inTurn'> & { readonly kind: 'file'; readonly turns: MessagePort })
  | (Omit<PostgresOptions, 'poolSize'> & { readonly kind: 'server' });

/** Answers are stored while the next outputs are claimed; with two, a run took 2 % longer. */
const THREAD_POOL_SIZE = 3;

export function accessToFile(options: SqliteOptions & { readonly inTurn: InTurn }): ThreadAccess {
  const { path, durability, inTurn } = options;
  const { port1, port2 } = new MessageChannel();
  lendTurns(port1, inTurn);
  return { data: { kind: 'file', path, durability, turns: port2 }, transfer: [port2] };
}

export function accessToServer(options: Omit<PostgresOptions, 'poolSize'>): ThreadAccess {
  return { data: { kind: 'server', ...options }, transfer: [] };
}

/** Called in the other thread. */
export async function openInThread(data: AccessData): Promise<Engine> {
  if (data.kind === 'server') {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres({ ...data, poolSize: THREAD_POOL_SIZE });
  }
  const { path, durability, turns } = data;
  return openSqlite({ path, durability, inTurn: borrowTurns(turns) });
}

/** Lets any number of other threads read the same database. */
export type ReadAccess =
  | { readonly kind: 'file'; readonly path: string }
  | (Omit<PostgresOptions, 'poolSize'> & {
      readonly kind: 'server';
      /** Of a streaming replica, if there is one. */
      readonly replicaUrl?: string | undefined;
    });

/** Reads committed rows in the other thread. */
export interface Reader extends Queryable {
  readonly close: () => Promise<void>;
}

export async function openForReading(access: ReadAccess): Promise<Reader> {
  if (access.kind === 'file') return openSqliteReader(access.path);
  const { openPostgres } = await import('./postgres.ts');
  const { replicaUrl } = access;
  // Reads have separate connections; those of the pool are for transactions.
  const primary = openPostgres({ ...access, poolSize: 1 });
  if (replicaUrl === undefined) return primary;
  const { Replica } = await import('./postgres-replica.ts');
  const standby = openPostgres({ ...access, url: replicaUrl, poolSize: 1 });
  const replica = new Replica({ primary, standby }, () => undefined);
  const reads = replica.openReads();
  return {
    query: (statement, parameters) => reads.query(statement, parameters),
    close: async () => {
      await Promise.all([replica.close(), primary.close()]);
    },
  };
}
