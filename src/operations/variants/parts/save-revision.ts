import type { JsonObject } from '../../../contract/fields.ts';
import type { NewRevision } from '../../../domain/variants/derive-variant.ts';
import type { Transaction } from '../../../storage/database.ts';
import { advanceHead } from '../../../storage/variants/variant-changes.ts';
import { insertVariantRevision } from '../../../storage/variants/variant-revisions.ts';
import type { Context } from '../../context.ts';
import { fingerprint } from '../../fingerprint.ts';

export interface RevisionRequest {
  readonly workspaceId: string;
  readonly variantId: string;
  readonly userId: string;
  readonly parameters: JsonObject;
  readonly commitMessage: string | null;
  readonly restoredFrom: number | null;
  readonly expectedVersion: number | undefined;
  /** Changes the variant only if its parameters still have this fingerprint. */
  readonly onlyFromHash: string | undefined;
}

/**
 * Creates the next revision of a variant. Undefined if nothing was written: the parameters are the
 * same, or the variant is gone or not as expected; the operation finds out which.
 */
export async function saveRevision(
  context: Context,
  tx: Transaction,
  request: RevisionRequest,
): Promise<{ revision: NewRevision; version: number } | undefined> {
  const parametersHash = fingerprint(request.parameters);
  const head = await advanceHead(tx, request.workspaceId, { ...request, parametersHash });
  if (head === undefined) return undefined;
  const revision: NewRevision = {
    id: context.newId(),
    variantId: request.variantId,
    revision: head.revision,
    configName: head.configName,
    parameters: request.parameters,
    parametersHash,
    commitMessage: request.commitMessage,
    restoredFrom: request.restoredFrom,
    createdBy: request.userId,
    createdAt: context.now,
  };
  await insertVariantRevision(tx, request.workspaceId, revision);
  const { restoredFrom } = request;
  context.note({
    object: { kind: 'variant', id: request.variantId },
    change: {
      revision: [head.revision - 1, head.revision],
      ...(restoredFrom === null ? {} : { restoredFrom }),
    },
  });
  return { revision, version: head.version };
}
