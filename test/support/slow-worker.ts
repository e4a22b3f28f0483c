import { parentPort } from 'node:worker_threads';

/** A thread that stands still for as many milliseconds as a job says, and then repeats it. */
parentPort?.on('message', ({ id, job }: { id: number; job: number }) => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, job);
  parentPort?.postMessage({ id, answer: job });
});
