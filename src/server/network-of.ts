import { isIPv6 } from 'node:net';

/**
 * The subject of limits by address. One customer usually has 2^64 IPv6 addresses (RFC 6177), so
 * only the first half identifies a customer.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [before = '', after = ''] = address.replace(/%.*$/, '').split('::');
  const [front, back] = [groupsIn(before), groupsIn(after)];
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => '0');
  const groups = [...front, ...zeros, ...back].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

function groupsIn(text: string): readonly string[] {
  return text === '' ? [] : text.split(':');
}
