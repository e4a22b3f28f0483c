import type { DerivedVariant } from '../../../domain/variants/derive-variant.ts';
import type { Transaction } from '../../../storage/database.ts';
import { insertVariant } from '../../../storage/variants/variant-changes.ts';
import { insertVariantRevision } from '../../../storage/variants/variant-revisions.ts';

/**
 * Writes a variant and its first revision. Both statements share a round trip; if the variant is
 * refused, so is its revision, and only the first error gives the reason.
 */
export async function insertDerivedVariant(
  tx: Transaction,
  workspaceId: string,
  variant: DerivedVariant,
): Promise<{ previousName: string | null }> {
  const [inserted, revised] = await Promise.allSettled([
    insertVariant(tx, workspaceId, variant),
    insertVariantRevision(tx, workspaceId, variant.firstRevision),
  ]);
  if (inserted.status === 'rejected') throw inserted.reason;
  if (revised.status === 'rejected') throw revised.reason;
  return { previousName: inserted.value };
}
