import type { Transaction } from '../../../storage/database.ts';
import {
  type EvaluationState,
  updateStatus,
} from '../../../storage/evaluations/human-evaluation-changes.ts';
import { updateRun } from '../../../storage/outputs/generation-runs.ts';

/** Sets a run to running; an evaluation that had finished with errors is started again. */
export async function continueRun(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, state, now }: { evaluationId: string; state: EvaluationState; now: number },
): Promise<void> {
  await updateRun(tx, workspaceId, { evaluationId, status: 'running', now });
  if (state.status !== 'EVALUATION_FINISHED_WITH_ERRORS') return;
  const change = { id: evaluationId, status: 'EVALUATION_STARTED', setBy: 'server', now } as const;
  await updateStatus(tx, workspaceId, change);
}
