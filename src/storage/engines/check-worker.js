import { setPriority } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

// Requests come first. Only Linux has a priority for each thread.
if (process.platform === 'linux') setPriority(10);
const database = new DatabaseSync(workerData.path, { readOnly: true, timeout: 5_000 });
const [first] = database.prepare(`PRAGMA ${workerData.check}(1)`).all();
parentPort?.postMessage(first?.[workerData.check]);
