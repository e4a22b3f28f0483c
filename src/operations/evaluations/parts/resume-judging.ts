import { statusAfterExtension } from '../../../domain/evaluations/evaluation-status.ts';
import type { Transaction } from '../../../storage/database.ts';
import { updateStatus } from '../../../storage/evaluations/human-evaluation-changes.ts';
import type { EditedEvaluation } from './edit-human-evaluation.ts';
import { loadContent } from './load-content.ts';

/** Sets a finished evaluation back to the status of its content, since there is more to judge. */
export async function resumeJudging(
  tx: Transaction,
  { evaluation, state, now }: EditedEvaluation & { readonly now: number },
): Promise<void> {
  const { id, standing } = evaluation;
  const { workspaceId } = standing;
  const status = statusAfterExtension(state.status, await loadContent(tx, evaluation));
  if (status === undefined || status === state.status) return;
  await updateStatus(tx, workspaceId, { id, status, setBy: 'server', now });
}
