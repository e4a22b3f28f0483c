import { networkInterfaces } from 'node:os';
import { plainAddress } from './addresses.ts';

/** A host and port, by name or by address. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

/** By address and port, as plain data that a thread can be given. */
export type OwnPlaces = ReadonlySet<string>;

const EVERY_INTERFACE: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** This service and its database, which nothing fetched by it may be, whatever is allowed. */
export async function ownPlaces(
  service: Place,
  database: Place | undefined,
  resolve: (host: string) => Promise<readonly string[]>,
): Promise<OwnPlaces> {
  const own = new Set<string>();
  const add = ({ port }: Place, hosts: readonly string[]) => {
    for (const host of hosts) own.add(keyOf({ host, port }));
  };
  add(service, EVERY_INTERFACE.has(service.host) ? localAddresses() : [service.host]);
  add(service, ['localhost', '127.0.0.1', '::1']);
  if (database !== undefined) {
    add(database, [database.host, ...(await resolve(database.host).catch(() => []))]);
  }
  return own;
}

/** Where the database listens, when it does so on the network. */
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
