import type { EvaluationStatus } from '../../../contract/evaluations/human-evaluations.ts';
import {
  statusAfterGeneration,
  statusAfterWriting,
} from '../../../domain/evaluations/evaluation-status.ts';
import type { Db, Transaction } from '../../../storage/database.ts';
import {
  lockEvaluation,
  updateStatus,
} from '../../../storage/evaluations/human-evaluation-changes.ts';
import { markScenariosReady } from '../../../storage/evaluations/queues.ts';
import { noteReturn } from '../../../storage/evaluations/tasks.ts';
import { returnCells } from '../../../storage/outputs/generation-cells.ts';
import { addCounts, listCounts } from '../../../storage/outputs/generation-counts.ts';
import {
  type CellResult,
  insertGeneratedOutputs,
  settleCells,
} from '../../../storage/outputs/generation-results.ts';
import { findRun, type Run, updateRun } from '../../../storage/outputs/generation-runs.ts';
import { writeTasks } from '../../evaluations/parts/write-tasks.ts';
import { giveUpWaiting } from './give-up-waiting.ts';

/** The result of one cell, with its output if it has one. */
export interface SettledCell extends CellResult {
  readonly output: { readonly text: string; readonly key: string; readonly hash: string } | null;
}

export interface Settlement {
  readonly workspaceId: string;
  readonly evaluationId: string;
  readonly workerId: string;
  readonly cells: readonly SettledCell[];
  readonly now: number;
}

/**
 * Writes the results of cells of one evaluation, outputs and counts together. Leaves out cells that
 * another process has claimed meanwhile, and writes nothing into a closed evaluation.
 */
export async function settleRun(db: Db, settlement: Settlement): Promise<void> {
  const { workspaceId, evaluationId, now } = settlement;
  await db.transaction(async (tx) => {
    const state = await lockEvaluation(tx, workspaceId, { id: evaluationId, lock: 'share' });
    if (state === undefined) return;
    const run = await findRun(tx, workspaceId, { evaluationId, lock: 'exclusive' });
    if (run === undefined) return;
    if (state.isClosed) return returnAll(tx, settlement, run);
    const cells = await keepOwn(tx, settlement);
    // Forgotten meanwhile, or claimed by another process, which then ends the run.
    if (cells.length === 0) return;
    const written = await writeOutputs(tx, { ...settlement, cells, writtenBy: run.startedBy });
    const status = (written > 0 ? statusAfterWriting(state.status) : undefined) ?? state.status;
    for (const added of countsOf(cells)) {
      await addCounts(tx, workspaceId, { evaluationId, ...added });
    }
    if (run.status === 'canceled') await giveUpWaiting(tx, workspaceId, evaluationId);
    // The start that prepares the run ends it if nothing is left to do.
    const ended =
      run.status === 'preparing'
        ? status
        : await endRun(tx, { workspaceId, evaluationId, status, now });
    if (ended === state.status) return;
    const change = { id: evaluationId, status: ended, setBy: 'server', now } as const;
    await updateStatus(tx, workspaceId, change);
  });
}

/** The cells wait until the evaluation is reopened and the run resumed, unless it was canceled. */
async function returnAll(
  tx: Transaction,
  { workspaceId, evaluationId, workerId, cells }: Settlement,
  { status }: Run,
): Promise<void> {
  for (const variant of new Set(cells.map((cell) => cell.variant))) {
    const scenarioIds = cells
      .filter((cell) => cell.variant === variant)
      .map(({ scenarioId }) => scenarioId);
    await returnCells(tx, workspaceId, { variant, workerId, scenarioIds });
  }
  if (status === 'canceled') await giveUpWaiting(tx, workspaceId, evaluationId);
}

/** A cell that was claimed twice has two results; only that of the later claim can be valid. */
async function keepOwn(
  tx: Transaction,
  { workspaceId, workerId, cells }: Settlement,
): Promise<readonly SettledCell[]> {
  const inOrder = cells.toSorted((left, right) => left.claimedAt - right.claimedAt);
  const results = new Map(inOrder.map((cell) => [cellKey(cell), cell]));
  const settled = await settleCells(tx, workspaceId, { workerId, results: [...results.values()] });
  return settled.flatMap((cell) => results.get(cellKey(cell)) ?? []);
}

function cellKey({ scenarioId, variant }: { scenarioId: string; variant: number }): string {
  return `${scenarioId} ${variant}`;
}

async function writeOutputs(
  tx: Transaction,
  { workspaceId, evaluationId, cells, writtenBy, now }: Settlement & { writtenBy: string },
): Promise<number> {
  const outputs = cells.flatMap(({ scenarioId, variant, output }) =>
    output === null
      ? []
      : [
          {
            scenarioId,
            variant,
            output: output.text,
            reuseKey: output.key,
            reuseHash: output.hash,
          },
        ],
  );
  if (outputs.length === 0) return 0;
  await insertGeneratedOutputs(tx, workspaceId, { outputs, writtenBy, now });
  const scenarioIds = [...new Set(outputs.map(({ scenarioId }) => scenarioId))];
  const written = await writeTasks(tx, workspaceId, { evaluationId, scenarioIds });
  const ready = await markScenariosReady(tx, workspaceId, scenarioIds);
  if (written + ready > 0) await noteReturn(tx, workspaceId, evaluationId);
  return outputs.length;
}

function countsOf(cells: readonly SettledCell[]) {
  const variants = [...new Set(cells.map(({ variant }) => variant))].sort((a, b) => a - b);
  return variants.map((variant) => {
    const own = cells.filter((cell) => cell.variant === variant);
    const sum = (of: (cell: SettledCell) => number | null) =>
      own.reduce((total, cell) => total + (of(cell) ?? 0), 0);
    return {
      variant,
      done: sum(({ status }) => Number(status === 'done')),
      reused: sum(({ reusedFrom }) => Number(reusedFrom !== null)),
      failed: sum(({ status }) => Number(status === 'failed')),
      costNano: sum(({ costNano }) => costNano),
      promptTokens: sum(({ promptTokens }) => promptTokens),
      completionTokens: sum(({ completionTokens }) => completionTokens),
    };
  });
}

interface RunEnd {
  readonly workspaceId: string;
  readonly evaluationId: string;
  readonly status: EvaluationStatus;
  readonly now: number;
}

/** Ends the run once nothing is left; returns the new status of the evaluation. */
async function endRun(
  tx: Transaction,
  { workspaceId, evaluationId, status, now }: RunEnd,
): Promise<EvaluationStatus> {
  const counts = await listCounts(tx, workspaceId, evaluationId);
  const sum = (of: (count: (typeof counts)[number]) => number) =>
    counts.reduce((total, count) => total + of(count), 0);
  const [done, failed, canceled] = [
    sum((c) => c.done),
    sum((c) => c.failed),
    sum((c) => c.canceled),
  ];
  if (sum((c) => c.total) > done + failed + canceled || canceled > 0) return status;
  await updateRun(tx, workspaceId, { evaluationId, status: 'finished', now });
  return statusAfterGeneration(status, { done, failed }) ?? status;
}
