import { parentPort } from 'node:worker_threads';
import { type ResultsJob, runResultsJob } from './results-job.ts';
import type { ThreadAnswer, ThreadTask } from './thread-pool.ts';

/** Entry of a results thread: answers one task after the other. */
parentPort?.on('message', ({ id, job }: ThreadTask<ResultsJob>) => {
  parentPort?.postMessage(answerTo(id, job));
});

function answerTo(id: number, job: ResultsJob): ThreadAnswer {
  try {
    return { id, answer: runResultsJob(job) };
  } catch (error) {
    return { id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
