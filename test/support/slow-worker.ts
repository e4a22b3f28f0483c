import { parentPort } from 'node:worker_threads';

/** A thread that blocks for as many milliseconds as a job says, and then answers with the job. */
parentPort?.on('message', (job: number) => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, job);
  parentPort?.postMessage({ answer: job });
});
