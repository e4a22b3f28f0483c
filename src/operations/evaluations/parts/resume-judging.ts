import { statusAfterExtension } from '../../../domain/evaluations/evaluation-status.ts';
import type { Transaction } from '../../../storage/database.ts';
import {
  findContent,
  updateStatus,
} from '../../../storage/evaluations/human-evaluation-changes.ts';
import type { EditedEvaluation } from './edit-human-evaluation.ts';

/** An evaluation that was finished goes on, now that there is more to judge. */
export async function resumeJudging(
  tx: Transaction,
  { evaluation, state, now }: EditedEvaluation & { readonly now: number },
): Promise<void> {
  const { id, standing } = evaluation;
  const { workspaceId } = standing;
  const content = await findContent(tx, workspaceId, id);
  const isComplete = content.incomplete === 0;
  const status = statusAfterExtension(state.status, { ...content, isComplete });
  if (status === undefined || status === state.status) return;
  await updateStatus(tx, workspaceId, { id, status, setBy: 'server', now });
}
