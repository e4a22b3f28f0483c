import { Problem } from '../../contract/problems.ts';
import { referenceInPath } from '../../domain/ids.ts';
import type { Queryable } from '../../storage/database.ts';
import { isForeignKeyViolation } from '../../storage/engines/engine-errors.ts';
import { type Base, getBase, deleteBase as remove } from '../../storage/variants/bases.ts';
import { listVariantsOfBase } from '../../storage/variants/variant-changes.ts';
import type { Operation } from '../context.ts';
import { expectedVersion, revisionConflict } from '../preconditions.ts';

/** Deletes a base; the database refuses while it has a variant. */
export const deleteBase: Operation<'deleteBase'> = async (context, { parameters }) => {
  const reference = referenceInPath(parameters.base_id);
  let base: Base | undefined;
  try {
    return await context.transaction(async (tx) => {
      base = await getBase(tx, context.caller, reference);
      context.gate.permit(base.standing);
      const isDeleted = await remove(tx, base.standing.workspaceId, {
        id: base.id,
        expectedVersion: expectedVersion(context.preconditions, base),
      });
      if (!isDeleted) throw revisionConflict(await getBase(tx, context.caller, reference));
      context.note({ change: { name: [base.name, null] } });
      return { body: null };
    });
  } catch (error) {
    if (base === undefined || !isForeignKeyViolation(error)) throw error;
    throw await explainUse(context.db, base);
  }
};

async function explainUse(db: Queryable, base: Base): Promise<Problem> {
  const { variants, count } = await listVariantsOfBase(db, base.standing.workspaceId, base.id);
  return new Problem('in_use', 'The base still has variants. Delete them first.', {
    members: {
      used_by: variants.map(({ id, name }) => ({ kind: 'variant', id, name })),
      used_by_count: count,
    },
  });
}
