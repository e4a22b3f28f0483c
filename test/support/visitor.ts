import assert from 'node:assert/strict';
import { type Client, createClient } from '../../src/client/client.ts';
import { cookieIn } from './requests.ts';
import type { TestServer } from './running-server.ts';

/** The password of every member that `makeMember` makes. */
export const PASSWORD = 'another long passphrase';

/** Sign-ins are limited by address: behind a trusted proxy, each visitor can have their own. */
export const BEHIND_PROXY = { environment: { TRUSTED_PROXIES: '127.0.0.1' } } as const;

let addresses = 0;

export function newAddress(): string {
  addresses += 1;
  return `10.0.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
}

/** A client that is not signed in, at a new address. */
export function visitor(server: TestServer): Client {
  return createClient({
    baseUrl: server.url,
    headers: { 'x-forwarded-for': newAddress() },
  });
}

/** Signs in from a new address. */
export async function signIn(
  server: TestServer,
  body: { email: string; password: string },
): Promise<{ browser: Client; cookie: string }> {
  const { status, headers } = await visitor(server).reply.logIn({ body });
  assert.equal(status, 200);
  const cookie = cookieIn(headers);
  return { browser: server.browser(cookie), cookie };
}
