import { setImmediate, setTimeout } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { Problem } from '../contract/problems.ts';
import type { Queryable } from '../storage/database.ts';
import { openSqliteReader } from '../storage/engines/sqlite.ts';
import type { Half } from './halves.ts';
import { readPart } from './read-part.ts';
import { rehearse } from './rehearse.ts';
import { type ReadingJob, type ResultsJob, runComputingJob } from './results-job.ts';
import { columnsOf, type JudgedStudy } from './study-columns.ts';
import type { ThreadAnswer, ThreadTask } from './thread-pool.ts';

export interface ThreadOptions {
  readonly port: MessagePort;
  /** What reading jobs read. */
  readonly databaseFile: string | undefined;
  readonly rehearsal: 'on' | 'off';
  /** What it will mostly be asked for. */
  readonly half: Half;
}

/** Whoever asked may ask for more, and comes before a rehearsal. */
const QUIET_MS = 250;
/** Enough to load the rest of the code and to listen. */
const START_MS = 1000;

/** What a results thread does: answer one task after the other, and rehearse while there is none. */
export async function answerTasks(options: ThreadOptions): Promise<void> {
  const { port, databaseFile, rehearsal, half } = options;
  const read = makeReader(databaseFile);
  let answeredAt = Number.NEGATIVE_INFINITY;
  port.on('message', (task: ThreadTask<ResultsJob>) => {
    void answerTo(task, read).then((answer) => {
      answeredAt = performance.now();
      port.postMessage(answer);
    });
  });
  if (rehearsal === 'off') return;
  // A task that waited for the thread to start is heard of here.
  await setImmediate();
  const steps = rehearse(half);
  for (;;) {
    const startedAt = performance.now();
    if (startedAt - answeredAt < QUIET_MS) {
      await setTimeout(QUIET_MS);
      continue;
    }
    const { done, value: step } = steps.next();
    if (done) return;
    if (step === 'urgent') await setImmediate();
    // A server that starts needs the processors itself.
    else if (step === 'enough') await setTimeout(START_MS);
    // As long as it took: nobody is to wait for a processor because of a rehearsal.
    else await setTimeout(performance.now() - startedAt);
  }
}

type Read = (job: ReadingJob) => Promise<JudgedStudy>;

/** Opens the database when something is to be read: a thread that only computes needs none. */
function makeReader(databaseFile: string | undefined): Read {
  let database: Queryable | undefined;
  return async ({ part }) => {
    if (databaseFile === undefined) throw new Error('This thread has no database to read.');
    database ??= openSqliteReader(databaseFile);
    return columnsOf(await readPart(database, part));
  };
}

async function answerTo({ id, job }: ThreadTask<ResultsJob>, read: Read): Promise<ThreadAnswer> {
  try {
    return { id, answer: job.kind === 'read' ? await read(job) : runComputingJob(job) };
  } catch (error) {
    if (error instanceof Problem) {
      return { id, problem: { code: error.code, detail: error.message } };
    }
    return { id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
