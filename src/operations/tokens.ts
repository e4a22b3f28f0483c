import { hash, randomBytes } from 'node:crypto';
import { parseScopes, type Scope } from '../contract/scopes.ts';
import { parseId } from '../domain/ids.ts';

/** 256 random bits, for links and sessions. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** By so much of it the owner of a key knows it; the rest is secret. */
export const KEY_PREFIX_LENGTH = 8;

/**
 * `<8 hex digits>.w<workspace>.<scopes>.<64 hex digits>`, without the scopes where there are none. Neither
 * can be changed: only the hash of the whole text is known.
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

/** The session of a guest says in which workspace it is, as a key does. */
export function guestToken(workspaceId: string, secret: string): string {
  return `${namedWorkspace(workspaceId)}.${secret}`;
}

function namedWorkspace(workspaceId: string): string {
  return `w${workspaceId.replaceAll('-', '')}`;
}

/**
 * The workspace in the text of a key or of a guest's session, as a request names it; null for those
 * of earlier versions and keys that an operator chose.
 */
export function workspaceOfToken(token: string): string | null {
  return parseWorkspaceId(/^(?:[^.]{8}\.)?w([\da-f]{32})\./.exec(token)?.[1] ?? '');
}

/** The id of a workspace in its printed form, or null where the text is none. */
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
 * What is stored of a token. Tokens are random and long, so one round of a plain hash is enough,
 * and looking a hash up tells an attacker nothing about the token by its timing.
 */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url');
}

/**
 * Sessions are hashed apart from keys, which hold no spaces, so that neither is honoured where the
 * other belongs: a key in a cookie would pass for the person themself.
 */
export function sessionHash(token: string): string {
  return tokenHash(`session ${token}`);
}
