import type { DerivedVariant } from '../../domain/variants/derive-variant.ts';
import type { Transaction } from '../../storage/database.ts';
import { insertVariant } from '../../storage/variant-changes.ts';
import { insertVariantRevision } from '../../storage/variant-revisions.ts';

/** Writes a variant and its first revision; both statements travel together. */
export async function insertDerivedVariant(
  tx: Transaction,
  workspaceId: string,
  variant: DerivedVariant,
): Promise<{ previousName: string | null }> {
  const [previousName] = await Promise.all([
    insertVariant(tx, workspaceId, variant),
    insertVariantRevision(tx, workspaceId, variant.firstRevision),
  ]);
  return { previousName };
}
