import { insertCredential } from '../../storage/credentials.ts';
import type { Transaction } from '../../storage/database.ts';
import type { Context } from '../context.ts';
import { sessionHash } from '../tokens.ts';

/** A session ends after a week, or after eight hours without use. */
export const SESSION_LIFE_MS = 7 * 24 * 60 * 60 * 1000;
export const SESSION_IDLE_MS = 8 * 60 * 60 * 1000;

export async function beginSession(
  context: Context,
  tx: Transaction,
  userId: string,
): Promise<{ token: string; expiresAt: number }> {
  const token = context.newToken();
  const expiresAt = context.now + SESSION_LIFE_MS;
  await insertCredential(tx, {
    id: context.newId(),
    tokenHash: sessionHash(token),
    kind: 'session',
    prefix: null,
    userId,
    workspaceId: null,
    createdAt: context.now,
    expiresAt,
    validUntil: context.now + SESSION_IDLE_MS,
  });
  return { token, expiresAt };
}
