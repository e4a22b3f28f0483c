import { parentPort } from 'node:worker_threads';

/** A thread that answers each task with the number of tasks it has had. */
let tasks = 0;
parentPort?.on('message', () => {
  tasks += 1;
  parentPort?.postMessage({ answer: tasks });
});
