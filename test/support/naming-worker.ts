import { parentPort, threadId } from 'node:worker_threads';

/** A thread that answers everything with its own number. */
parentPort?.on('message', () => {
  parentPort?.postMessage({ answer: threadId });
});
