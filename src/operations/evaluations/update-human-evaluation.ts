import { Problem } from '../../contract/problems.ts';
import { allowedStatuses } from '../../domain/evaluations/evaluation-status.ts';
import { referenceInPath } from '../../domain/ids.ts';
import { updateStatus } from '../../storage/evaluations/human-evaluation-changes.ts';
import { getHumanEvaluation } from '../../storage/evaluations/human-evaluations.ts';
import type { Operation } from '../context.ts';
import { bodyEtag, refuseOtherEtag } from '../preconditions.ts';
import { lockForEditing } from './parts/edit-human-evaluation.ts';
import { loadContent } from './parts/load-content.ts';
import { presentHumanEvaluation } from './parts/present-human-evaluation.ts';

/** Sets the status if the status machine allows it; without a status, nothing changes. */
export const updateHumanEvaluation: Operation<'updateHumanEvaluation'> = async (
  context,
  { parameters, body },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const reply = await context.transaction(async (tx) => {
    const { evaluation, state } = await lockForEditing(context, tx, reference);
    const { id, standing } = evaluation;
    const current = bodyEtag(presentHumanEvaluation(evaluation));
    refuseOtherEtag(context.preconditions, current);
    const { status = state.status } = body;
    if (status === state.status) {
      context.note('nothing');
      return { body: null, etag: current };
    }
    const content = await loadContent(tx, evaluation);
    const allowed = state.isClosed ? [state.status] : allowedStatuses(state.status, content);
    if (state.isClosed || !allowed.includes(status)) {
      throw invalidTransition(state.status, allowed);
    }
    await updateStatus(tx, standing.workspaceId, { id, status, setBy: 'user', now: context.now });
    context.note({ change: { status: [state.status, status] } });
    const changed = await getHumanEvaluation(tx, context.caller, reference);
    return { body: null, etag: bodyEtag(presentHumanEvaluation(changed)) };
  });
  if (reference.id !== undefined) context.announce(reference.id);
  return reply;
};

export function invalidTransition(current: string, allowed: readonly string[]): Problem {
  return new Problem(
    'invalid_transition',
    `The status cannot change from ${current} to that. Choose one of the allowed ones.`,
    { members: { current, allowed } },
  );
}
