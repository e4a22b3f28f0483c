import { nameKey } from '../../../domain/names.ts';
import type { Transaction } from '../../../storage/database.ts';
import { insertCredential } from '../../../storage/identity/credentials.ts';
import type { Context } from '../../context.ts';
import { sessionHash } from '../../tokens.ts';
import { deviceToken } from './known-device.ts';

/** A session ends after a week, or after eight hours without use. */
const SESSION_LIFE_MS = 7 * 24 * 60 * 60 * 1000;
export const SESSION_IDLE_MS = 8 * 60 * 60 * 1000;

export async function beginSession(
  context: Context,
  tx: Transaction,
  user: { readonly id: string; readonly email: string },
): Promise<{ token: string; expiresAt: number; device: string }> {
  const token = context.newToken();
  const expiresAt = context.now + SESSION_LIFE_MS;
  await insertCredential(tx, {
    id: context.newId(),
    tokenHash: sessionHash(token),
    kind: 'session',
    prefix: null,
    name: '',
    userId: user.id,
    workspaceId: null,
    createdAt: context.now,
    expiresAt,
    validUntil: context.now + SESSION_IDLE_MS,
    scopes: '',
  });
  return { token, expiresAt, device: deviceToken(context, nameKey(user.email)) };
}
