import { lookup } from 'node:dns/promises';

const lookUps = new Map<string, Promise<readonly string[]>>();

/**
 * All addresses of a name, from the system's resolver. Only two look-ups run at a time, so
 * concurrent calls to one slow name share one and do not delay other names.
 */
export function resolveHost(host: string): Promise<readonly string[]> {
  const pending = lookUps.get(host);
  if (pending !== undefined) return pending;
  const answer = lookUp(host).finally(() => lookUps.delete(host));
  lookUps.set(host, answer);
  return answer;
}

async function lookUp(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}
