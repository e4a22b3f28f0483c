import type { JsonObject } from '../../../contract/fields.ts';
import type { NewRevision } from '../../../domain/variants/derive-variant.ts';
import type { Transaction } from '../../../storage/database.ts';
import { advanceHead } from '../../../storage/variants/variant-changes.ts';
import { insertVariantRevision } from '../../../storage/variants/variant-revisions.ts';
import type { Context } from '../../context.ts';
import { fingerprint } from '../../fingerprint.ts';

export interface RevisionWish {
  readonly workspaceId: string;
  readonly variantId: string;
  readonly userId: string;
  readonly parameters: JsonObject;
  readonly commitMessage: string | null;
  readonly restoredFrom: number | null;
  readonly expectedVersion: number | undefined;
  /** Only a variant whose parameters still have this fingerprint is changed. */
  readonly onlyFromHash: string | undefined;
}

/**
 * Makes the next revision of a variant. Undefined when there was nothing to do: the parameters are
 * the same, or the variant is gone or not as expected; the caller of this function finds out which.
 */
export async function saveRevision(
  context: Context,
  tx: Transaction,
  wish: RevisionWish,
): Promise<{ revision: NewRevision; version: number } | undefined> {
  const parametersHash = fingerprint(wish.parameters);
  const head = await advanceHead(tx, wish.workspaceId, { ...wish, parametersHash });
  if (head === undefined) return undefined;
  const revision: NewRevision = {
    id: context.newId(),
    variantId: wish.variantId,
    revision: head.revision,
    configName: head.configName,
    parameters: wish.parameters,
    parametersHash,
    commitMessage: wish.commitMessage,
    restoredFrom: wish.restoredFrom,
    createdBy: wish.userId,
    createdAt: context.now,
  };
  await insertVariantRevision(tx, wish.workspaceId, revision);
  return { revision, version: head.version };
}
