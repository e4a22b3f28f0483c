import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer } from '../../src/compute/thread-pool.ts';

/** A thread that cannot read its database: it refuses each task with a problem. */
parentPort?.on('message', () => {
  const problem = { code: 'unavailable', detail: 'The database cannot be read.' } as const;
  const answer: ThreadAnswer = { problem };
  parentPort?.postMessage(answer);
});
