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
 * What a thread that died had claimed counts as broken off: it is tried again, at different times and
 * only so often, because one of these calls may be what the thread died of.
 */
export async function breakOff({ openDb, workerId, now, random }: LostWork): Promise<void> {
  const claimed = await listClaimed(openDb(), workerId);
  for (const [evaluationId, own] of Map.groupBy(claimed, (cell) => cell.evaluationId)) {
    const [{ workspaceId } = {}] = own;
    if (workspaceId === undefined) continue;
    const cells = own.map((cell) => unansweredCell(cell, brokenOff(), random));
    await settleRun(openDb(), { workspaceId, evaluationId, workerId, cells, now });
  }
}
