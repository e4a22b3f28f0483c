import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Everything that is not a public unicast address (IANA special-purpose registries). */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** The only part of IPv6 that is allocated for the internet. */
const GLOBAL_IPV6 = '2000::/3';

/** Exceptions inside it. 2002::/16 embeds an IPv4 address, and so reaches the host behind it. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const specialIpv4 = rangesOf(SPECIAL_IPV4, 'ipv4');
const specialIpv6 = rangesOf(SPECIAL_IPV6, 'ipv6');
const globalIpv6 = rangesOf([GLOBAL_IPV6], 'ipv6');

/** Whether an address is reachable from the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialIpv4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
}

/** One spelling for each address; an IPv4-mapped IPv6 address becomes the IPv4 address. */
export function plainAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const spelled = URL.parse(`http://[${address.split('%')[0]}]/`)?.hostname.slice(1, -1) ?? address;
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(spelled);
  return mapped === null ? spelled : dotted(mapped[1], mapped[2]);
}

/** Forms from which a gateway takes an IPv4 address: compatible, translated, NAT64, 6to4. */
const GATEWAYS = [
  /^::([\da-f]{1,4}):([\da-f]{1,4})$/,
  /^::ffff:0:([\da-f]{1,4}):([\da-f]{1,4})$/,
  /^64:ff9b::([\da-f]{1,4}):([\da-f]{1,4})$/,
  /^64:ff9b:1:.*:([\da-f]{1,4}):([\da-f]{1,4})$/,
  /^2002:([\da-f]{1,4}):([\da-f]{1,4}):/,
];

/** The address itself, and the IPv4 address that a gateway would take from it. */
export function meaningsOf(address: string): readonly string[] {
  const plain = plainAddress(address);
  const inner = GATEWAYS.flatMap((gateway) => {
    const found = gateway.exec(plain);
    return found === null ? [] : dotted(found[1], found[2]);
  });
  return [plain, ...inner];
}

export function rangesOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits = ''] = range.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}

function dotted(high = '0', low = '0'): string {
  const number = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return number.flatMap((half) => [half >> 8, half & 0xff]).join('.');
}
