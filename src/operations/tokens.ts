import { hash, randomBytes } from 'node:crypto';

/** 256 random bits, for links and sessions. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** `<8 alphanumerics>.<64 hex digits>`: the format existing clients expect of an API key. */
export function newKey(): { key: string; prefix: string } {
  const prefix = randomBytes(4).toString('hex');
  return { key: `${prefix}.${randomBytes(32).toString('hex')}`, prefix };
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
