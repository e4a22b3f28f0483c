import { lookup } from 'node:dns/promises';

const underWay = new Map<string, Promise<readonly string[]>>();

/**
 * All addresses of a name, as the system knows them. The system answers two questions at a time:
 * calls to one slow name ask once, so that other names are not kept waiting.
 */
export function resolveHost(host: string): Promise<readonly string[]> {
  const asked = underWay.get(host);
  if (asked !== undefined) return asked;
  const answer = lookUp(host).finally(() => underWay.delete(host));
  underWay.set(host, answer);
  return answer;
}

async function lookUp(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}
