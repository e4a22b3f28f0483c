import { referenceInBody } from '../../domain/ids.ts';
import { notFound } from '../../storage/callers.ts';
import { deleteTestset } from '../../storage/testset-changes.ts';
import { getTestsets } from '../../storage/testsets.ts';
import type { Operation } from '../context.ts';

/** Deletes test sets with their revisions, all or none; an id named twice counts once. */
export const deleteTestsets: Operation<'deleteTestsets'> = async (context, { body }) => {
  if (body.testset_ids.length === 0) {
    // Nothing is asked for, so nothing has to be permitted.
    context.gate.permitIf(true);
    return { body: [] };
  }
  const references = body.testset_ids.map((id, index) =>
    referenceInBody(id, `testset_ids[${index}]`),
  );
  return context.transaction(async (tx) => {
    const testsets = await getTestsets(tx, context.caller, references);
    for (const { standing } of testsets) context.gate.permit(standing);
    for (const { id, standing } of testsets) {
      const isDeleted = await deleteTestset(tx, standing.workspaceId, id);
      if (!isDeleted) throw notFound('testset', { id, field: 'testset_ids' });
    }
    return { body: testsets.map(({ id }) => id) };
  });
};
