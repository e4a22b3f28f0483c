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

/** Whether scopes and workspace are those of a valid key, its hash proves. */
interface PresentedKey {
  readonly tokenHash: string;
  /** The one that the key names. */
  readonly workspaceId: string | null;
  /** What its owner knows the key by. */
  readonly prefix: string;
  /** Empty for everything. */
  readonly scopes: readonly Scope[];
}

/** What the request presents; whether it is valid only the database knows. */
export type PresentedCredential =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'key' } & PresentedKey)
  /** `cookieName` is the cookie it came in. */
  | {
      readonly kind: 'session';
      readonly tokenHash: string;
      /** The one that a guest's session names. */
      readonly workspaceId: string | null;
      readonly cookieName: string;
      readonly holder: 'member' | 'guest';
    };

const NONE: PresentedCredential = { kind: 'none' };

/** What tells which of several sessions a request means. */
export interface WantedSession {
  readonly isHttps: boolean;
  /** Whom the request is made for, where it says so. */
  readonly profileId: string | undefined;
  /** The evaluation that the path names. */
  readonly evaluationId: string | undefined;
}

export function readCredential(
  { headers, socket }: IncomingMessage,
  wanted: WantedSession,
): PresentedCredential {
  const { authorization, cookie = '' } = headers;
  const session = chooseSession(readCookies(cookie), wanted);
  if (authorization !== undefined && session !== undefined) {
    throw new Problem('bad_request', 'Send one credential: either a key or a session cookie.');
  }
  if (authorization !== undefined) {
    return { kind: 'key', ...presentedKey(authorization, socket) };
  }
  if (session === undefined) return NONE;
  const { name, value } = session;
  const holder =
    name === COOKIE_NAMES[wanted.isHttps ? 'https' : 'http'].member ? 'member' : 'guest';
  return {
    kind: 'session',
    tokenHash: sessionHash(value),
    workspaceId: workspaceOfToken(value),
    cookieName: name,
    holder,
  };
}

/** The hashes of all sessions that a browser holds, newest last. */
export function readSessions({ headers }: IncomingMessage, isHttps: boolean): readonly string[] {
  const names = COOKIE_NAMES[isHttps ? 'https' : 'http'];
  return readCookies(headers.cookie ?? '')
    .filter(({ name }) => name === names.member || name.startsWith(names.guest))
    .map(({ value }) => sessionHash(value));
}

/** `__Host-` cookies need https; on plain http, which only loopback may use, the names differ. */
const COOKIE_NAMES = {
  https: { member: '__Host-session', guest: '__Host-guest_', device: '__Host-device' },
  http: { member: 'jurybox_session', guest: 'jurybox_guest_', device: 'jurybox_device' },
} as const;

interface Cookie {
  readonly name: string;
  readonly value: string;
}

/**
 * A guest has a session of their own in each evaluation, beside that of a member. Who is named by the
 * request is meant; else the member, else the guest of the evaluation in the path, else the guest
 * who came last.
 */
function chooseSession(
  cookies: readonly Cookie[],
  { isHttps, profileId, evaluationId }: WantedSession,
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

/** A connection mostly repeats its key: its hash is kept as long as the connection is. */
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

/** Nothing that cannot be a key gets as far as the database. */
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

/** What the browser kept of signing in before. */
export function readDevice({ headers }: IncomingMessage, isHttps: boolean): string | undefined {
  const wanted = COOKIE_NAMES[isHttps ? 'https' : 'http'].device;
  return readCookies(headers.cookie ?? '').find(({ name }) => name === wanted)?.value;
}

const DEVICE_SECONDS = 365 * 24 * 60 * 60;

export function deviceCookie(device: string, isHttps: boolean): string {
  const name = COOKIE_NAMES[isHttps ? 'https' : 'http'].device;
  return cookieText({ name, value: device }, { isHttps, maxAge: DEVICE_SECONDS });
}

/** The cookie of a session that begins. */
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

/** Takes the cookie of a session away that has ended. */
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
