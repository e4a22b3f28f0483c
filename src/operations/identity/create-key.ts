import type { Input } from '../../contract/api.ts';
import { parseScopes, type Scope } from '../../contract/scopes.ts';
import { type Reference, referenceInPath } from '../../domain/ids.ts';
import { getStanding, notFound } from '../../storage/callers.ts';
import { isUniqueViolation } from '../../storage/engines/engine-errors.ts';
import { findLimitsOfKey, insertCredential, NEVER } from '../../storage/identity/credentials.ts';
import { holdMembership } from '../../storage/identity/memberships.ts';
import type { Context, Operation, Reply } from '../context.ts';
import { scopeMissing } from '../scope-missing.ts';
import { newKey, tokenHash } from '../tokens.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Creates a key of the caller for one of their workspaces; a key can do so only for its own. */
export const createKey: Operation<'createKey'> = async (context, { query }) => {
  const workspace = referenceInPath(query.workspace_id);
  const create = () => insertNewKey(context, workspace, query);
  try {
    return await create();
  } catch (error) {
    // Another key has the random prefix; a second one will be free.
    if (isUniqueViolation(error, 'credentials.prefix')) return await create();
    throw error;
  }
};

function insertNewKey(
  context: Context,
  workspace: Reference,
  { expires_in_days: days, name = '', scopes: sent }: Input<'createKey'>['query'],
): Promise<Reply<string>> {
  return context.transaction(async (tx) => {
    const standing = await getStanding(tx, context.caller, workspace);
    context.gate.admit(standing);
    // Else the key of a member who is removed meanwhile would work again when they rejoin.
    if (!(await holdMembership(tx, standing))) throw notFound('workspace', workspace);
    const limits = await findLimitsOfKey(tx, context.caller);
    const scopes = chooseScopes(sent, limits?.scopes ?? []);
    const { key, prefix } = newKey({ workspaceId: standing.workspaceId, scopes });
    const requested = days === undefined ? NEVER : context.now + days * DAY_MS;
    // Else a stolen or temporary key could renew itself for ever.
    const expiresAt = Math.min(requested, limits?.expiresAt ?? NEVER);
    await insertCredential(tx, {
      id: context.newId(),
      tokenHash: tokenHash(key),
      kind: 'key',
      prefix,
      name,
      userId: standing.userId,
      workspaceId: standing.workspaceId,
      createdAt: context.now,
      expiresAt,
      validUntil: expiresAt,
      scopes: scopes.join(' '),
    });
    const object = { kind: 'key', id: prefix };
    context.note({ workspaceId: standing.workspaceId, object });
    return { body: key };
  });
}

/** A key cannot create a key with more scopes than its own. */
function chooseScopes(sent: string | undefined, own: readonly Scope[]): readonly Scope[] {
  if (sent === undefined) return own;
  const requested = parseScopes(sent) ?? [];
  if (own.length > 0 && requested.some((scope) => !own.includes(scope))) {
    throw scopeMissing(requested, own);
  }
  return requested;
}
