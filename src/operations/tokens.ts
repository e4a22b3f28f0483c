import { hash, randomBytes } from 'node:crypto';
import { parseScopes, type Scope } from '../contract/scopes.ts';
import { parseId } from '../domain/ids.ts';

/** 256 random bits, for links and sessions. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The beginning of a key, by which its owner recognizes it; the rest is secret. */
export const KEY_PREFIX_LENGTH = 8;

/**
 * `<8 hex digits>.w<workspace>.<scopes>.<64 hex digits>`, without the scopes if it has none.
 * Workspace and scopes cannot be altered, because only the hash of the whole text is stored.
 */
export function newKey({
  workspaceId,
  scopes,
}: {
  workspaceId: string;
  scopes: readonly Scope[];
}): {
  key: string;
  prefix: string;
} {
  const prefix = randomBytes(4).toString('hex');
  const secret = randomBytes(32).toString('hex');
  const words = scopes.length === 0 ? [] : [scopes.join('+')];
  return { key: [prefix, namedWorkspace(workspaceId), ...words, secret].join('.'), prefix };
}

/** The session of a guest names its workspace, as a key does. */
export function guestToken(workspaceId: string, secret: string): string {
  return `${namedWorkspace(workspaceId)}.${secret}`;
}

function namedWorkspace(workspaceId: string): string {
  return `w${workspaceId.replaceAll('-', '')}`;
}

/**
 * The workspace that the text of a key or of a guest's session names; null for those of earlier
 * versions and for keys that an operator chose.
 */
export function workspaceOfToken(token: string): string | null {
  return parseWorkspaceId(/^(?:[^.]{8}\.)?w([\da-f]{32})\./.exec(token)?.[1] ?? '');
}

/** The id of a workspace in its printed form; null if the text is not an id. */
export function parseWorkspaceId(text: string): string | null {
  return parseId(text) ?? null;
}

/** The scopes in the text of a key; empty for a key without any. */
export function scopesOfKey(key: string): readonly Scope[] {
  const [words = ''] = key
    .split('.')
    .slice(1, -1)
    .filter((part) => !/^w[\da-f]{32}$/.test(part));
  return parseScopes(words) ?? [];
}

/**
 * The form in which a token is stored. Tokens are random and long, so one round of a plain hash is
 * enough, and the timing of a lookup by hash reveals nothing about the token.
 */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url');
}

/**
 * Sessions are hashed apart from keys, which hold no spaces, so that neither is accepted in place
 * of the other: a key in a cookie would pass for the person.
 */
export function sessionHash(token: string): string {
  return tokenHash(`session ${token}`);
}
