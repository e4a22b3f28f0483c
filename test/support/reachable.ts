import { type Client, createClient } from '../../src/client/client.ts';
import { plainFetch } from './plain-fetch.ts';

export const OWNER_EMAIL = 'owner@jurybox.test';
export const OWNER_PASSWORD = 'a long test passphrase';
export const OWNER_KEY = `ownerkey.${'0123456789abcdef'.repeat(4)}`;

/** The same for all, because several servers may share a database. */
export const MASTER_KEY = 'fedcba9876543210'.repeat(4);

/** A running server, and clients for it. */
export interface Reachable {
  readonly url: string;
  /** Acts as the first owner, in their default workspace. */
  readonly owner: Client;
  /** A client with another key, or none. */
  readonly client: (apiKey?: string) => Client;
  /** A client that sends a session cookie as our own pages do. */
  readonly browser: (cookie: string) => Client;
}

/** Clients for the server at this address. */
export function reachableAt(url: string): Reachable {
  const to = { baseUrl: url, fetch: plainFetch };
  const client = (apiKey?: string) =>
    createClient({ ...to, ...(apiKey === undefined ? {} : { apiKey }) });
  return {
    url,
    owner: client(OWNER_KEY),
    client,
    browser: (cookie) =>
      createClient({ ...to, headers: { cookie, 'sec-fetch-site': 'same-origin' } }),
  };
}

export const OWNER_ENVIRONMENT = {
  JURYBOX_OWNER_EMAIL: OWNER_EMAIL,
  JURYBOX_OWNER_PASSWORD: OWNER_PASSWORD,
  JURYBOX_API_KEY: OWNER_KEY,
} as const;
