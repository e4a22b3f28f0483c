import { lookup } from 'node:dns/promises';

/** All addresses of a name, as the system knows them. */
export async function resolveHost(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}
