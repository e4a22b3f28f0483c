import type { Problem } from '../../contract/problems.ts';
import { referenceInBody } from '../../domain/ids.ts';
import { notFound } from '../../storage/callers.ts';
import type { Queryable } from '../../storage/database.ts';
import { isForeignKeyViolation } from '../../storage/engines/engine-errors.ts';
import { listEvaluationsOfTestset } from '../../storage/evaluations/human-evaluations.ts';
import { deleteTestset } from '../../storage/testsets/testset-changes.ts';
import { getTestsets, type Testset } from '../../storage/testsets/testsets.ts';
import type { Operation } from '../context.ts';
import { inUse } from '../in-use.ts';

/**
 * Deletes test sets with their revisions, all or none; an id named twice counts once. The database
 * refuses while an evaluation uses one of them.
 */
export const deleteTestsets: Operation<'deleteTestsets'> = async (context, { body }) => {
  if (body.testset_ids.length === 0) {
    // Nothing is requested, so nothing needs permission.
    context.gate.permitIf(true);
    return { body: [] };
  }
  const references = body.testset_ids.map((id, index) =>
    referenceInBody(id, `testset_ids[${index}]`),
  );
  let testsets: readonly Testset[] = [];
  try {
    return await context.transaction(async (tx) => {
      testsets = await getTestsets(tx, context.caller, references);
      for (const { standing } of testsets) context.gate.permit(standing);
      for (const { id, name, standing } of testsets) {
        const isDeleted = await deleteTestset(tx, standing.workspaceId, id);
        if (!isDeleted) throw notFound('testset', { id, field: 'testset_ids' });
        const object = { kind: 'testset', id };
        context.note({ workspaceId: standing.workspaceId, object, change: { name: [name, null] } });
      }
      return { body: testsets.map(({ id }) => id) };
    });
  } catch (error) {
    throw isForeignKeyViolation(error) ? await explainUse(context.db, testsets) : error;
  }
};

async function explainUse(db: Queryable, testsets: readonly Testset[]): Promise<Problem> {
  const evaluations: string[] = [];
  for (const { id, standing } of testsets) {
    evaluations.push(...(await listEvaluationsOfTestset(db, standing.workspaceId, id)));
  }
  return inUse('A test set', { environments: [], evaluations });
}
