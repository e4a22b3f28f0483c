import { formatTimestamp } from '../../domain/timestamps.ts';
import { getCredential } from '../../storage/callers.ts';
import { listCredentials, NEVER } from '../../storage/identity/credentials.ts';
import type { AgeKey } from '../../storage/page.ts';
import type { Operation } from '../context.ts';
import { ageKey, cutPage, readPage } from '../paging.ts';

/** The caller's own keys; a key sees only those of its workspace. */
export const listKeys: Operation<'listKeys'> = async (context, { query }) => {
  const credential = await getCredential(context.db, context.caller);
  context.gate.admit(credential);
  const request = readPage<AgeKey>(context, query, ['keys', credential.userId]);
  const keys = await listCredentials(context.db, {
    userId: credential.userId,
    kind: 'key',
    now: context.now,
    before: request.page.after,
    limit: request.page.limit,
    workspaceId: credential.workspaceId,
  });
  const { items, next } = cutPage(context, request, { items: keys, keyOf: ageKey });
  return {
    body: items.map((key) => ({
      prefix: key.prefix,
      name: key.name,
      created_at: formatTimestamp(key.createdAt),
      last_used_at: key.lastUsedAt === null ? null : formatTimestamp(key.lastUsedAt),
      expiration_date: key.expiresAt === NEVER ? null : formatTimestamp(key.expiresAt),
      scopes: [...key.scopes],
    })),
    next,
  };
};
