import { hash, randomBytes } from 'node:crypto';
import { parseScopes, type Scope } from '../contract/scopes.ts';

/** 256 random bits, for links and sessions. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** By so much of it the owner of a key knows it; the rest is secret. */
export const KEY_PREFIX_LENGTH = 8;

/**
 * `<8 alphanumerics>.<64 hex digits>`: the format existing clients expect of an API key. Scopes stand
 * between, and cannot be changed: only the hash of the whole text is known.
 */
export function newKey(scopes: readonly Scope[]): { key: string; prefix: string } {
  const prefix = randomBytes(4).toString('hex');
  const secret = randomBytes(32).toString('hex');
  const parts = scopes.length === 0 ? [prefix, secret] : [prefix, scopes.join('+'), secret];
  return { key: parts.join('.'), prefix };
}

/** The scopes in the text of a key; empty for a key without any. */
export function scopesOfKey(key: string): readonly Scope[] {
  const [, scopes = '', secret] = key.split('.');
  return secret === undefined ? [] : (parseScopes(scopes) ?? []);
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
