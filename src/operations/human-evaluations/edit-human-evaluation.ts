import type { Reference } from '../../domain/ids.ts';
import { notFound } from '../../storage/callers.ts';
import type { Transaction } from '../../storage/database.ts';
import { type EvaluationState, lockEvaluation } from '../../storage/human-evaluation-changes.ts';
import { getHumanEvaluation, type HumanEvaluation } from '../../storage/human-evaluations.ts';
import type { Context } from '../context.ts';
import { mayEdit } from './blindness.ts';

export interface EditedEvaluation {
  readonly evaluation: HumanEvaluation;
  readonly state: EvaluationState;
}

/** An evaluation that the caller may edit, kept as it is while this transaction runs. */
export async function lockForEditing(
  context: Context,
  tx: Transaction,
  reference: Reference,
): Promise<EditedEvaluation> {
  const found = await getHumanEvaluation(tx, context.caller, reference);
  context.gate.admit({ userId: found.standing.userId });
  context.gate.permitIf(mayEdit(found));
  const { workspaceId } = found.standing;
  const state = await lockEvaluation(tx, workspaceId, { id: found.id, lock: 'exclusive' });
  if (state === undefined) throw notFound('evaluation', reference);
  // Read again: somebody else may have changed it while we waited for the lock.
  return { evaluation: await getHumanEvaluation(tx, context.caller, reference), state };
}
