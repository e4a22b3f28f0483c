import { allowedStatuses } from '../../domain/evaluations/evaluation-status.ts';
import { referenceInPath } from '../../domain/ids.ts';
import { updateClosure } from '../../storage/evaluations/human-evaluation-changes.ts';
import { getHumanEvaluation } from '../../storage/evaluations/human-evaluations.ts';
import { restRun } from '../../storage/outputs/generation-runs.ts';
import type { Operation } from '../context.ts';
import { bodyEtag } from '../preconditions.ts';
import { lockForEditing } from './parts/edit-human-evaluation.ts';
import { loadContent } from './parts/load-content.ts';
import { presentHumanEvaluation } from './parts/present-human-evaluation.ts';
import { invalidTransition } from './update-human-evaluation.ts';

/** Finishes and locks the evaluation after judgements under way; later ones are refused. */
export const closeHumanEvaluation: Operation<'closeHumanEvaluation'> = async (
  context,
  { parameters },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const reply = await context.transaction(async (tx) => {
    const { evaluation, state } = await lockForEditing(context, tx, reference);
    const { id, standing } = evaluation;
    if (state.status === 'EVALUATION_FAILED') {
      const content = await loadContent(tx, evaluation);
      throw invalidTransition(state.status, allowedStatuses(state.status, content));
    }
    if (!state.isClosed) {
      await updateClosure(tx, standing.workspaceId, {
        id,
        status: 'EVALUATION_FINISHED',
        closedBy: standing.userId,
        now: context.now,
      });
      await restRun(tx, standing.workspaceId, id);
    }
    const body = presentHumanEvaluation(await getHumanEvaluation(tx, context.caller, reference));
    context.note(state.isClosed ? 'nothing' : { change: { status: [state.status, body.status] } });
    return { body, etag: bodyEtag(body) };
  });
  context.announce(reply.body.id);
  return reply;
};
