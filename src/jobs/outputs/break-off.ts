import { settleRun } from '../../operations/outputs/parts/settle-run.ts';
import { brokenOff } from '../../outbound/failed-answer.ts';
import type { Db } from '../../storage/database.ts';
import { listClaimed } from '../../storage/outputs/generation-workers.ts';
import { unansweredCell } from './answer-cell.ts';

export interface LostWork {
  readonly openDb: () => Db;
  readonly workerId: string;
  readonly now: number;
  readonly random: () => number;
}

/**
 * Settles the claimed cells of a dead thread as broken off. They are retried at different times and
 * only a few times, because one of these calls may have killed the thread.
 */
export async function breakOff({ openDb, workerId, now, random }: LostWork): Promise<void> {
  const claimed = await listClaimed(openDb(), workerId);
  for (const [evaluationId, cellsOfRun] of Map.groupBy(claimed, (cell) => cell.evaluationId)) {
    const [{ workspaceId } = {}] = cellsOfRun;
    if (workspaceId === undefined) continue;
    const cells = cellsOfRun.map((cell) => unansweredCell(cell, brokenOff(), random));
    await settleRun(openDb(), { workspaceId, evaluationId, workerId, cells, now });
  }
}
