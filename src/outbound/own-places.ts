import { networkInterfaces } from 'node:os';
import { plainAddress } from './addresses.ts';

/** A host and port, by name or by address. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

/** `address:port`, as plain data that can be passed to a thread. */
export type OwnPlaces = ReadonlySet<string>;

const EVERY_INTERFACE: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** Where this service listens, which it never calls, whatever is allowed. */
export function placesOfService({ host, port }: Place): OwnPlaces {
  const hosts = EVERY_INTERFACE.has(host) ? localAddresses() : [host];
  return placesOf([...hosts, 'localhost', '127.0.0.1', '::1'], port);
}

/** Where its database listens, which it never calls either. */
export async function placesOfDatabase(
  database: Place | undefined,
  resolve: (host: string) => Promise<readonly string[]>,
): Promise<OwnPlaces> {
  if (database === undefined) return new Set();
  const addresses = await resolve(database.host).catch(() => []);
  return placesOf([database.host, ...addresses], database.port);
}

function placesOf(hosts: readonly string[], port: number): OwnPlaces {
  return new Set(hosts.map((host) => keyOf({ host, port })));
}

/** Where the database listens; undefined when it is not on the network. */
export function placeOfUrl(databaseUrl: string | undefined): Place | undefined {
  const url = databaseUrl === undefined ? null : URL.parse(databaseUrl);
  if (url === null || url.hostname === '') return undefined;
  return { host: url.hostname.replaceAll(/[[\]]/g, ''), port: Number(url.port || 5432) };
}

export function isAmong(own: OwnPlaces, place: Place): boolean {
  return own.has(keyOf(place));
}

function keyOf({ host, port }: Place): string {
  return `${plainAddress(host)}:${port}`;
}

function localAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).map(({ address }) => address),
  );
}
