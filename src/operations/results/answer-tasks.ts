import { setImmediate } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { rehearse } from './rehearse.ts';
import { type ResultsJob, runResultsJob } from './results-job.ts';
import type { ThreadAnswer, ThreadTask } from './thread-pool.ts';

/** What a results thread does: rehearse, then answer one task after the other. */
export async function answerTasks(port: MessagePort): Promise<void> {
  let isNeeded = false;
  port.on('message', ({ id, job }: ThreadTask<ResultsJob>) => {
    isNeeded = true;
    port.postMessage(answerTo(id, job));
  });
  for (const _step of rehearse()) {
    await setImmediate();
    if (isNeeded) return;
  }
}

function answerTo(id: number, job: ResultsJob): ThreadAnswer {
  try {
    return { id, answer: runResultsJob(job) };
  } catch (error) {
    return { id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
