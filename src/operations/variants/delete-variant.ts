import type { Problem } from '../../contract/problems.ts';
import { referenceInPath } from '../../domain/ids.ts';
import type { Queryable } from '../../storage/database.ts';
import { isForeignKeyViolation } from '../../storage/engines/engine-errors.ts';
import { listEvaluationsOfVariant } from '../../storage/evaluations/human-evaluations.ts';
import { listEnvironmentsRunning } from '../../storage/variants/environments.ts';
import { deleteVariant as remove } from '../../storage/variants/variant-changes.ts';
import { getVariant, type Variant } from '../../storage/variants/variants.ts';
import type { Operation } from '../context.ts';
import { inUse } from '../in-use.ts';
import { expectedVersion, revisionConflict } from '../preconditions.ts';

/**
 * Deletes a variant and its revisions; the database refuses while an environment runs it or an
 * evaluation uses it.
 */
export const deleteVariant: Operation<'deleteVariant'> = async (context, { parameters }) => {
  const reference = referenceInPath(parameters.variant_id);
  let variant: Variant | undefined;
  try {
    return await context.transaction(async (tx) => {
      variant = await getVariant(tx, context.caller, reference);
      context.gate.permit(variant.standing);
      const isDeleted = await remove(tx, variant.standing.workspaceId, {
        id: variant.id,
        expectedVersion: expectedVersion(context.preconditions, variant),
      });
      if (!isDeleted) throw revisionConflict(await getVariant(tx, context.caller, reference));
      context.note({ change: { name: [variant.name, null] } });
      return { body: null };
    });
  } catch (error) {
    if (variant === undefined || !isForeignKeyViolation(error)) throw error;
    throw await explainUse(context.db, variant);
  }
};

async function explainUse(db: Queryable, variant: Variant): Promise<Problem> {
  const { workspaceId } = variant.standing;
  const environments = await listEnvironmentsRunning(db, workspaceId, variant.id);
  const evaluations = await listEvaluationsOfVariant(db, workspaceId, variant.id);
  return inUse('The variant', { environments, evaluations });
}
