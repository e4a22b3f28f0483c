// Plain JavaScript, so that the compile cache is on before anything is compiled: with it a thread
// starts in a quarter of the time and half the memory. Threads do not share their process's cache.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

enableCompileCache();
const { runInThread } = await import('./run-in-thread.ts');
// Requests come before outputs. Only on Linux does this apply to a single thread (setpriority(2),
// differences between C library and kernel).
if (process.platform === 'linux') setPriority(3);
if (parentPort !== null) await runInThread(parentPort, workerData);
// The thread ends by process.exit, which would not write the cache.
flushCompileCache();
