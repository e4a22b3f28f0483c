import { parentPort } from 'node:worker_threads';

/** A thread that ends instead of answering. */
parentPort?.on('message', () => {
  process.exit(3);
});
