import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '../contract/problems.ts';
import type { Scope } from '../contract/scopes.ts';
import type { NewSession } from '../operations/context.ts';
import {
  KEY_PREFIX_LENGTH,
  scopesOfKey,
  sessionHash,
  tokenHash,
  workspaceOfToken,
} from '../operations/tokens.ts';

/**
 * Scopes and workspace are read from the text of the key; its hash proves that they are its own.
 */
interface PresentedKey {
  readonly tokenHash: string;
  /** The workspace in the text of the key. */
  readonly workspaceId: string | null;
  /** What lists of keys show of it. */
  readonly prefix: string;
  /** Empty: unrestricted. */
  readonly scopes: readonly Scope[];
}

/** The credential of a request, not yet checked against the database. */
export type PresentedCredential =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'key' } & PresentedKey)
  | {
      readonly kind: 'session';
      readonly tokenHash: string;
      /** The workspace in the token of a guest's session. */
      readonly workspaceId: string | null;
      readonly cookieName: string;
      readonly holder: 'member' | 'guest';
    };

const NONE: PresentedCredential = { kind: 'none' };

/** Which of a browser's sessions a request means. */
export interface SessionHint {
  readonly isHttps: boolean;
  /** From the header `X-Profile-Id`, if the request has it. */
  readonly profileId: string | undefined;
  /** The evaluation that the path names. */
  readonly evaluationId: string | undefined;
}

export function readCredential(
  { headers, socket }: IncomingMessage,
  hint: SessionHint,
): PresentedCredential {
  const { authorization, cookie = '' } = headers;
  const session = chooseSession(readCookies(cookie), hint);
  if (authorization !== undefined && session !== undefined) {
    throw new Problem('bad_request', 'Send one credential: either a key or a session cookie.');
  }
  if (authorization !== undefined) {
    return { kind: 'key', ...presentedKey(authorization, socket) };
  }
  if (session === undefined) return NONE;
  const { name, value } = session;
  const holder = name === COOKIE_NAMES[hint.isHttps ? 'https' : 'http'].member ? 'member' : 'guest';
  return {
    kind: 'session',
    tokenHash: sessionHash(value),
    workspaceId: workspaceOfToken(value),
    cookieName: name,
    holder,
  };
}

/** The hashes of all sessions of a browser, newest last. */
export function readSessions({ headers }: IncomingMessage, isHttps: boolean): readonly string[] {
  const names = COOKIE_NAMES[isHttps ? 'https' : 'http'];
  return readCookies(headers.cookie ?? '')
    .filter(({ name }) => name === names.member || name.startsWith(names.guest))
    .map(({ value }) => sessionHash(value));
}

/** `__Host-` cookies need https, so the names differ on plain http. */
const COOKIE_NAMES = {
  https: { member: '__Host-session', guest: '__Host-guest_', device: '__Host-device' },
  http: { member: 'jurybox_session', guest: 'jurybox_guest_', device: 'jurybox_device' },
} as const;

interface Cookie {
  readonly name: string;
  readonly value: string;
}

/**
 * A browser may hold a member's session and one guest session per evaluation. Chosen is the session
 * of the profile that the request names, else the member's, else the guest's of the evaluation in
 * the path, else the newest guest's.
 */
function chooseSession(
  cookies: readonly Cookie[],
  { isHttps, profileId, evaluationId }: SessionHint,
): Cookie | undefined {
  const names = COOKIE_NAMES[isHttps ? 'https' : 'http'];
  const member = cookies.find(({ name }) => name === names.member);
  const guests = cookies.filter(({ name }) => name.startsWith(names.guest));
  if (profileId !== undefined) {
    return guests.find(({ name }) => name.endsWith(`_${profileId.toLowerCase()}`)) ?? member;
  }
  const prefix = `${names.guest}${evaluationId?.toLowerCase()}_`;
  return member ?? guests.findLast(({ name }) => name.startsWith(prefix)) ?? guests.at(-1);
}

const lastKeys = new WeakMap<Socket, PresentedKey & { readonly authorization: string }>();

/** Connections mostly repeat their key, so its hash is kept with the connection. */
function presentedKey(authorization: string, socket: Socket): PresentedKey {
  const last = lastKeys.get(socket);
  if (last !== undefined && last.authorization === authorization) return last;
  const key = readKey(authorization);
  const presented = {
    authorization,
    tokenHash: tokenHash(key),
    workspaceId: workspaceOfToken(key),
    prefix: key.slice(0, KEY_PREFIX_LENGTH),
    scopes: scopesOfKey(key),
  };
  lastKeys.set(socket, presented);
  return presented;
}

/** Refuses what cannot be a key before the database is asked. */
function readKey(authorization: string): string {
  const key = authorization.replace(/^(?:ApiKey|Bearer)\s+/i, '').trim();
  if (/^[\x21-\x7e]{32,256}$/.test(key)) return key;
  throw new Problem(
    'unauthenticated',
    'The Authorization header holds no API key. Send the key itself, or "Bearer" and the key.',
  );
}

function readCookies(header: string): readonly Cookie[] {
  return header.split(';').map((pair) => {
    const separator = pair.indexOf('=');
    return { name: pair.slice(0, separator).trim(), value: pair.slice(separator + 1).trim() };
  });
}

/** The device cookie, which marks a browser that has signed in before. */
export function readDevice({ headers }: IncomingMessage, isHttps: boolean): string | undefined {
  const hint = COOKIE_NAMES[isHttps ? 'https' : 'http'].device;
  return readCookies(headers.cookie ?? '').find(({ name }) => name === hint)?.value;
}

const DEVICE_SECONDS = 365 * 24 * 60 * 60;

export function deviceCookie(device: string, isHttps: boolean): string {
  const name = COOKIE_NAMES[isHttps ? 'https' : 'http'].device;
  return cookieText({ name, value: device }, { isHttps, maxAge: DEVICE_SECONDS });
}

/** The cookie of a new session. */
export function sessionCookie(
  { token, expiresAt, guest }: NewSession,
  { isHttps, now }: { isHttps: boolean; now: number },
): string {
  const names = COOKIE_NAMES[isHttps ? 'https' : 'http'];
  const name =
    guest === undefined ? names.member : `${names.guest}${guest.evaluationId}_${guest.id}`;
  const maxAge = Math.floor((expiresAt - now) / 1000);
  return cookieText({ name, value: token }, { isHttps, maxAge });
}

/** Removes the cookie of a session that has ended. */
export function endedCookie(name: string, isHttps: boolean): string {
  return cookieText({ name, value: '' }, { isHttps, maxAge: 0 });
}

function cookieText(
  { name, value }: Cookie,
  { isHttps, maxAge }: { isHttps: boolean; maxAge: number },
): string {
  const secure = isHttps ? '; Secure' : '';
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`;
}
