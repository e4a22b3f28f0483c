import type { Db } from '../../../storage/database.ts';
import { deleteEmptyQueue, deleteSomeTasks } from '../../../storage/evaluations/queues.ts';
import { Pace } from '../../pace.ts';

const TASKS_AT_ONCE = 250;

/** Removes a queue that no evaluation uses, a little at a time so that others can write in between. */
export async function removeQueue(
  db: Db,
  { workspaceId, queueId }: { workspaceId: string; queueId: string },
): Promise<void> {
  const pace = new Pace();
  const batch = { queueId, limit: TASKS_AT_ONCE };
  for (;;) {
    const deleted = await db.transaction((tx) => deleteSomeTasks(tx, workspaceId, batch));
    if (deleted < TASKS_AT_ONCE) break;
    await pace.rest();
  }
  await db.transaction((tx) => deleteEmptyQueue(tx, workspaceId, queueId));
}
