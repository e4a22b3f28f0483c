import { referenceInBody } from '../../domain/ids.ts';
import { notFound } from '../../storage/callers.ts';
import { unpublishEvaluation } from '../../storage/evaluations/evaluation-removal.ts';
import { getNamedEvaluations } from '../../storage/evaluations/human-evaluations.ts';
import type { Operation } from '../context.ts';

/** Deletes evaluations with their content, all or none; an id named twice counts once. */
export const deleteHumanEvaluations: Operation<'deleteHumanEvaluations'> = async (
  context,
  { body },
) => {
  if (body.evaluations_ids.length === 0) {
    // Nothing is requested, so nothing needs permission.
    context.gate.permitIf(true);
    return { body: null };
  }
  const references = body.evaluations_ids.map((id, index) =>
    referenceInBody(id, `evaluations_ids[${index}]`),
  );
  return context.transaction(async (tx) => {
    const evaluations = await getNamedEvaluations(tx, context.caller, references);
    for (const { standing } of evaluations) context.gate.permit(standing);
    for (const { id, name, standing } of evaluations) {
      const isDeleted = await unpublishEvaluation(tx, standing.workspaceId, id);
      if (!isDeleted) throw notFound('evaluation', { id, field: 'evaluations_ids' });
      const object = { kind: 'evaluation', id };
      context.note({ workspaceId: standing.workspaceId, object, change: { name: [name, null] } });
    }
    return { body: null };
  });
};
