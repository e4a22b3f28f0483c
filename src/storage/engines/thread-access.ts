import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Engine, Queryable } from '../database.ts';
import type { PostgresOptions } from './postgres.ts';
import { openSqlite, openSqliteReader, type SqliteOptions } from './sqlite.ts';
import { borrowTurns, type InTurn, lendTurns } from './turns.ts';

/** What another thread of this process needs to read and write the same database; good for one thread. */
export interface ThreadAccess {
  readonly data: AccessData;
  /** What has to be handed over and not copied. */
  readonly transfer: readonly MessagePort[];
}

export type AccessData =
  | (Omit<SqliteOptions, 'inTurn'> & { readonly kind: 'file'; readonly turns: MessagePort })
  | (Omit<PostgresOptions, 'poolSize'> & { readonly kind: 'server' });

/** Answers are stored while the next cells are claimed; a run took 2 % longer with two. */
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

/** In the other thread. */
export async function openInThread(data: AccessData): Promise<Engine> {
  if (data.kind === 'server') {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres({ ...data, poolSize: THREAD_POOL_SIZE });
  }
  const { path, durability, turns } = data;
  return openSqlite({ path, durability, inTurn: borrowTurns(turns) });
}

/** What any number of other threads need to read the same database. */
export type ReadAccess =
  | { readonly kind: 'file'; readonly path: string }
  | (Omit<PostgresOptions, 'poolSize'> & {
      readonly kind: 'server';
      /** Of a streaming replica; undefined: there is none. */
      readonly replicaUrl?: string | undefined;
    });

/** In the other thread: reads what is committed. */
export interface Reader extends Queryable {
  readonly close: () => Promise<void>;
}

export async function openForReading(access: ReadAccess): Promise<Reader> {
  if (access.kind === 'file') return openSqliteReader(access.path);
  const { openPostgres } = await import('./postgres.ts');
  const { replicaUrl } = access;
  // Reads have connections of their own; those of the pool are for transactions.
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
