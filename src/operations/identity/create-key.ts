import { type Reference, referenceInPath } from '../../domain/ids.ts';
import { getStanding } from '../../storage/callers.ts';
import { isUniqueViolation } from '../../storage/engines/engine-errors.ts';
import { findExpiryOfKey, insertCredential, NEVER } from '../../storage/identity/credentials.ts';
import type { Context, Operation, Reply } from '../context.ts';
import { newKey, tokenHash } from '../tokens.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Creates a key of the caller for one of their workspaces; a key can do so only for its own. */
export const createKey: Operation<'createKey'> = async (context, { query }) => {
  const workspace = referenceInPath(query.workspace_id);
  const create = () => insertNewKey(context, workspace, query.expires_in_days);
  try {
    return await create();
  } catch (error) {
    // The random prefix is another key's; a second one is not.
    if (isUniqueViolation(error, 'credentials.prefix')) return await create();
    throw error;
  }
};

function insertNewKey(
  context: Context,
  workspace: Reference,
  days: number | undefined,
): Promise<Reply<string>> {
  return context.transaction(async (tx) => {
    const standing = await getStanding(tx, context.caller, workspace);
    context.gate.admit(standing);
    const { key, prefix } = newKey();
    const wanted = days === undefined ? NEVER : context.now + days * DAY_MS;
    // Else a key that was stolen, or meant for a while, could renew itself for ever.
    const expiresAt = Math.min(wanted, (await findExpiryOfKey(tx, context.caller)) ?? NEVER);
    await insertCredential(tx, {
      id: context.newId(),
      tokenHash: tokenHash(key),
      kind: 'key',
      prefix,
      userId: standing.userId,
      workspaceId: standing.workspaceId,
      createdAt: context.now,
      expiresAt,
      validUntil: expiresAt,
    });
    return { body: key };
  });
}
