import { Problem } from '../../../contract/problems.ts';
import type { Reference } from '../../../domain/ids.ts';
import { notFound } from '../../../storage/callers.ts';
import type { Queryable, Transaction } from '../../../storage/database.ts';
import {
  countEdit,
  type EvaluationState,
  lockEvaluation,
} from '../../../storage/evaluations/human-evaluation-changes.ts';
import {
  getHumanEvaluation,
  type HumanEvaluation,
} from '../../../storage/evaluations/human-evaluations.ts';
import type { Context } from '../../context.ts';
import { mayEdit } from './blindness.ts';

/** An evaluation that the caller may edit. */
export async function getEditableEvaluation(
  context: Context,
  db: Queryable,
  reference: Reference,
): Promise<HumanEvaluation> {
  const evaluation = await getHumanEvaluation(db, context.caller, reference);
  context.gate.admit({ userId: evaluation.standing.userId });
  refuseBlindCreator(evaluation);
  context.gate.permitIf(mayEdit(evaluation));
  context.gate.enter(evaluation.standing.workspaceId);
  return evaluation;
}

/** Creators usually may edit their own evaluation, so the refusal gives its reason. */
function refuseBlindCreator(evaluation: HumanEvaluation): void {
  const isCreator = evaluation.standing.userId === evaluation.createdBy;
  if (isCreator && !mayEdit(evaluation)) throw judgesVariantsBlind();
}

export function judgesVariantsBlind(): Problem {
  return new Problem(
    'forbidden',
    'A blind evaluation of these variants over this test set is open to you as an annotator. Until it is closed, ask an editor to do this.',
    { members: { permission: 'edit_evaluation' } },
  );
}

export interface EditedEvaluation {
  readonly evaluation: HumanEvaluation;
  readonly state: EvaluationState;
}

/** An evaluation that the caller may edit, locked while this transaction runs. */
export async function lockForEditing(
  context: Context,
  tx: Transaction,
  reference: Reference,
): Promise<EditedEvaluation> {
  const edited = await lockArchivedToo(context, tx, reference);
  refuseArchived(edited.evaluation);
  return edited;
}

/** Archived evaluations are read-only. */
export function refuseArchived({ archivedAt }: Pick<HumanEvaluation, 'archivedAt'>): void {
  if (archivedAt === null) return;
  throw new Problem(
    'evaluation_closed',
    'The evaluation is archived. Move it out of the archive to change it (`archived` false in its settings), or ask an editor to.',
  );
}

/** The same for changes that archived evaluations allow, such as leaving the archive. */
export async function lockArchivedToo(
  context: Context,
  tx: Transaction,
  reference: Reference,
): Promise<EditedEvaluation> {
  const { id, standing } = await getEditableEvaluation(context, tx, reference);
  const { workspaceId } = standing;
  const state = await lockEvaluation(tx, workspaceId, { id, lock: 'exclusive' });
  if (state === undefined) throw notFound('evaluation', reference);
  await countEdit(tx, workspaceId, { id });
  // Read again: it may have changed while this request waited for the lock.
  return { evaluation: await getHumanEvaluation(tx, context.caller, reference), state };
}
