import { BlockList, isIP } from 'node:net';

/** Named ranges. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Whether an address is that of a proxy whose `X-Forwarded-*` headers are trusted. */
export type IsTrustedProxy = (address: string) => boolean;

/** Undefined when an entry is neither an address, a range nor a name of ranges. */
export function parseTrustedProxies(text: string): IsTrustedProxy | undefined {
  const entries = text.split(',').map((entry) => entry.trim());
  const list = new BlockList();
  for (const entry of entries.flatMap((name) => NAMED[name] ?? [name])) {
    if (!add(list, entry)) return undefined;
  }
  return (address) => {
    const family = isIP(address);
    return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6');
  };
}

function add(list: BlockList, entry: string): boolean {
  const [address = '', prefix] = entry.split('/');
  const family = isIP(address);
  const bits = family === 4 ? 32 : 128;
  if (family === 0 || !/^\d{1,3}$/.test(prefix ?? '0') || Number(prefix) > bits) return false;
  list.addSubnet(address, Number(prefix ?? bits), family === 4 ? 'ipv4' : 'ipv6');
  return true;
}
