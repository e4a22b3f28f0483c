import { referenceInPath } from '../../domain/ids.ts';
import { deleteExclusion } from '../../storage/evaluations/exclusions.ts';
import type { Operation } from '../context.ts';
import { lockForEditing } from './parts/edit-human-evaluation.ts';

/** Counts the judgements of an excluded annotator again. */
export const includeAnnotator: Operation<'includeAnnotator'> = async (context, { parameters }) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const { id: annotatorId } = referenceInPath(parameters.annotator_id);
  const reply = await context.transaction(async (tx) => {
    const { evaluation } = await lockForEditing(context, tx, reference);
    const { id: evaluationId, standing } = evaluation;
    if (annotatorId !== undefined) {
      await deleteExclusion(tx, standing.workspaceId, { evaluationId, annotatorId });
    }
    return { body: null };
  });
  if (reference.id !== undefined) context.announce(reference.id);
  return reply;
};
