// Plain JavaScript, so that the cache is on before anything is compiled: with it a thread starts in
// a quarter of the time and half of the memory. A process does not share its cache with its threads.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

enableCompileCache();
const { runInThread } = await import('./run-in-thread.ts');
// Where processors are scarce, requests come first. Only on Linux is this a matter of one thread
// (setpriority(2), differences between C library and kernel).
if (process.platform === 'linux') setPriority(3);
if (parentPort !== null) await runInThread(parentPort, workerData);
// It ends in the middle of something, which would leave nothing in the cache.
flushCompileCache();
