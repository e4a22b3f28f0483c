import { statusByContent } from '../../domain/evaluations/evaluation-status.ts';
import { referenceInPath } from '../../domain/ids.ts';
import { findContent, updateClosure } from '../../storage/evaluations/human-evaluation-changes.ts';
import { getHumanEvaluation } from '../../storage/evaluations/human-evaluations.ts';
import type { Operation } from '../context.ts';
import { bodyEtag } from '../preconditions.ts';
import { lockForEditing } from './parts/edit-human-evaluation.ts';
import { presentHumanEvaluation } from './parts/present-human-evaluation.ts';

/** Unlocks a closed evaluation; what it holds tells its status. */
export const reopenHumanEvaluation: Operation<'reopenHumanEvaluation'> = async (
  context,
  { parameters },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const reply = await context.transaction(async (tx) => {
    const { evaluation, state } = await lockForEditing(context, tx, reference);
    const { id, standing, scenarioCount } = evaluation;
    if (state.isClosed) {
      const content = await findContent(tx, standing.workspaceId, id);
      const isComplete = scenarioCount > 0 && content.incomplete === 0;
      await updateClosure(tx, standing.workspaceId, {
        id,
        status: statusByContent({ ...content, isComplete }),
        closedBy: null,
        now: context.now,
      });
    }
    const body = presentHumanEvaluation(await getHumanEvaluation(tx, context.caller, reference));
    return { body, etag: bodyEtag(body) };
  });
  context.announce(reply.body.id);
  return reply;
};
