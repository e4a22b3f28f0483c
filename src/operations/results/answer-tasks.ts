import { setImmediate } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import type { Queryable } from '../../storage/database.ts';
import { openSqliteReader } from '../../storage/engines/sqlite.ts';
import { readPart } from './read-part.ts';
import { rehearse } from './rehearse.ts';
import { type ReadingJob, type ResultsJob, runComputingJob } from './results-job.ts';
import { columnsOf, type JudgedStudy } from './study-columns.ts';
import type { ThreadAnswer, ThreadTask } from './thread-pool.ts';

export interface ThreadOptions {
  readonly port: MessagePort;
  /** What reading jobs read. */
  readonly databaseFile: string | undefined;
}

/** What a results thread does: rehearse, then answer one task after the other. */
export async function answerTasks({ port, databaseFile }: ThreadOptions): Promise<void> {
  const database = databaseFile === undefined ? undefined : openSqliteReader(databaseFile);
  let isNeeded = false;
  port.on('message', async ({ id, job }: ThreadTask<ResultsJob>) => {
    isNeeded = true;
    port.postMessage(await answerTo({ id, job }, database));
  });
  for (const _step of rehearse()) {
    await setImmediate();
    if (isNeeded) return;
  }
}

async function answerTo(
  { id, job }: ThreadTask<ResultsJob>,
  database: Queryable | undefined,
): Promise<ThreadAnswer> {
  try {
    return { id, answer: job.kind === 'read' ? await read(job, database) : runComputingJob(job) };
  } catch (error) {
    return { id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function read({ part }: ReadingJob, database: Queryable | undefined): Promise<JudgedStudy> {
  if (database === undefined) throw new Error('A thread without a database was asked to read.');
  return columnsOf(await readPart(database, part));
}
