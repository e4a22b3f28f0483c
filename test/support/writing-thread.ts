import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { openInThread } from '../../src/storage/engines/thread-access.ts';
import { statement } from '../../src/storage/statement.ts';

export const ADD_ONE = statement('UPDATE counted SET total = total + 1', {});

/** Adds one in a transaction, reports that, and then commits or exits, as the test asks. */
if (parentPort !== null) {
  const port = parentPort;
  const engine = await openInThread(workerData);
  await engine.transaction(async (tx) => {
    await tx.query(ADD_ONE, []);
    port.postMessage('added');
    const [command] = await once(port, 'message');
    if (command === 'die') process.exit(3);
  });
  await engine.close();
  process.exit(0);
}
