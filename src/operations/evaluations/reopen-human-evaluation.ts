import { statusByContent } from '../../domain/evaluations/evaluation-status.ts';
import { referenceInPath } from '../../domain/ids.ts';
import { updateClosure } from '../../storage/evaluations/human-evaluation-changes.ts';
import { getHumanEvaluation } from '../../storage/evaluations/human-evaluations.ts';
import type { Operation } from '../context.ts';
import { bodyEtag } from '../preconditions.ts';
import { lockForEditing } from './parts/edit-human-evaluation.ts';
import { loadContent } from './parts/load-content.ts';
import { presentHumanEvaluation } from './parts/present-human-evaluation.ts';

/** Unlocks a closed evaluation; its content determines its status. */
export const reopenHumanEvaluation: Operation<'reopenHumanEvaluation'> = async (
  context,
  { parameters },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const reply = await context.transaction(async (tx) => {
    const { evaluation, state } = await lockForEditing(context, tx, reference);
    const { id, standing } = evaluation;
    if (state.isClosed) {
      const content = await loadContent(tx, evaluation);
      await updateClosure(tx, standing.workspaceId, {
        id,
        status: statusByContent(content),
        closedBy: null,
        now: context.now,
      });
    }
    const body = presentHumanEvaluation(await getHumanEvaluation(tx, context.caller, reference));
    context.note(state.isClosed ? { change: { status: [state.status, body.status] } } : 'nothing');
    return { body, etag: bodyEtag(body) };
  });
  context.announce(reply.body.id);
  return reply;
};
