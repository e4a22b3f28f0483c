import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '../contract/problems.ts';
import { sessionHash, tokenHash } from '../operations/tokens.ts';

/** What the request presents; whether it is valid only the database knows. */
export type PresentedCredential =
  | { readonly kind: 'none' }
  | { readonly kind: 'key' | 'session'; readonly tokenHash: string };

const NONE: PresentedCredential = { kind: 'none' };

export function readCredential(
  { headers, socket }: IncomingMessage,
  cookieName: string,
): PresentedCredential {
  const { authorization, cookie } = headers;
  const session = cookie === undefined ? undefined : readCookie(cookie, cookieName);
  if (authorization !== undefined && session !== undefined) {
    throw new Problem('bad_request', 'Send one credential: either a key or a session cookie.');
  }
  if (authorization !== undefined) {
    return { kind: 'key', tokenHash: hashedKey(authorization, socket) };
  }
  if (session !== undefined) return { kind: 'session', tokenHash: sessionHash(session) };
  return NONE;
}

const lastKeys = new WeakMap<Socket, { authorization: string; tokenHash: string }>();

/** A connection mostly repeats its key: its hash is kept as long as the connection is. */
function hashedKey(authorization: string, socket: Socket): string {
  const last = lastKeys.get(socket);
  if (last !== undefined && last.authorization === authorization) return last.tokenHash;
  const hashed = tokenHash(readKey(authorization));
  lastKeys.set(socket, { authorization, tokenHash: hashed });
  return hashed;
}

/** Nothing that cannot be a key gets as far as the database. */
function readKey(authorization: string): string {
  const key = authorization.replace(/^(?:ApiKey|Bearer)\s+/i, '').trim();
  if (/^[\x21-\x7e]{32,256}$/.test(key)) return key;
  throw new Problem(
    'unauthenticated',
    'The Authorization header holds no API key. Send the key itself, or "Bearer" and the key.',
  );
}

function readCookie(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const separator = pair.indexOf('=');
    if (pair.slice(0, separator).trim() === name) return pair.slice(separator + 1).trim();
  }
  return undefined;
}

/** What the browser kept of signing in before. */
export function readDevice({ headers }: IncomingMessage, isHttps: boolean): string | undefined {
  return headers.cookie && readCookie(headers.cookie, deviceNameFor(isHttps));
}

/** `__Host-` cookies need https; on plain http, which only loopback may use, the name differs. */
export function cookieNameFor(isHttps: boolean): string {
  return isHttps ? '__Host-session' : 'jurybox_session';
}

function deviceNameFor(isHttps: boolean): string {
  return isHttps ? '__Host-device' : 'jurybox_device';
}

const DEVICE_SECONDS = 365 * 24 * 60 * 60;

export function deviceCookie(device: string, isHttps: boolean): string {
  const secure = isHttps ? '; Secure' : '';
  return `${deviceNameFor(isHttps)}=${device}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${DEVICE_SECONDS}${secure}`;
}

export function sessionCookie(
  session: { token: string; expiresAt: number } | 'ended',
  { isHttps, now }: { isHttps: boolean; now: number },
): string {
  const token = session === 'ended' ? '' : session.token;
  const maxAge = session === 'ended' ? 0 : Math.floor((session.expiresAt - now) / 1000);
  const secure = isHttps ? '; Secure' : '';
  return `${cookieNameFor(isHttps)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`;
}
