import type { MessagePort } from 'node:worker_threads';
import { type ResultsJob, runResultsJob } from './results-job.ts';
import type { ThreadAnswer, ThreadTask } from './thread-pool.ts';

/** What a results thread does: answer one task after the other. */
export function answerTasks(port: MessagePort): void {
  port.on('message', ({ id, job }: ThreadTask<ResultsJob>) => {
    port.postMessage(answerTo(id, job));
  });
}

function answerTo(id: number, job: ResultsJob): ThreadAnswer {
  try {
    return { id, answer: runResultsJob(job) };
  } catch (error) {
    return { id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
