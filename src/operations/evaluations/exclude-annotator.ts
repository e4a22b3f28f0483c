import { Problem } from '../../contract/problems.ts';
import { referenceInPath } from '../../domain/ids.ts';
import { notFound } from '../../storage/callers.ts';
import { countSharedJudgements, upsertExclusion } from '../../storage/evaluations/exclusions.ts';
import type { Operation } from '../context.ts';
import { lockForEditing } from './parts/edit-human-evaluation.ts';
import { presentExclusion } from './parts/present-exclusion.ts';

/**
 * Leaves the judgements of an annotator out of the statistics, in an open evaluation or a closed
 * one. The evaluation is locked exclusively: of two editors who exclude the last two annotators,
 * the second is refused.
 */
export const excludeAnnotator: Operation<'excludeAnnotator'> = async (
  context,
  { parameters, body },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const annotator = referenceInPath(parameters.annotator_id);
  const reply = await context.transaction(async (tx) => {
    const { evaluation } = await lockForEditing(context, tx, reference);
    const { id: evaluationId, standing } = evaluation;
    const { workspaceId, userId } = standing;
    const { id: annotatorId } = annotator;
    if (annotatorId === undefined) throw notFound('annotator', annotator);
    const own = { evaluationId, annotatorId };
    const shared = await countSharedJudgements(tx, workspaceId, own);
    if (!shared.isExcluded && shared.own === 0) throw notFound('annotator', annotator);
    if (!shared.isExcluded && shared.remaining === 0) throw everybodyExcluded();
    const exclusion = await upsertExclusion(tx, workspaceId, {
      ...own,
      reason: body.reason,
      excludedBy: userId,
      judgementsThen: shared.judgements,
      judgements: shared.own,
      createdAt: context.now,
    });
    return { body: presentExclusion(exclusion) };
  });
  if (reference.id !== undefined) context.announce(reference.id);
  return reply;
};

function everybodyExcluded(): Problem {
  return new Problem(
    'everybody_excluded',
    'All other annotators with judgements are excluded already, so no judgement would be left. Include one of them first.',
  );
}
