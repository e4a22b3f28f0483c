import { type BlockList, isIP } from 'node:net';
import { meaningsOf, plainAddress, rangesOf } from './addresses.ts';

/** Where calls may go although the address is not public; set by the operator only. */
export interface AllowList {
  /** As the operator wrote it, so that a thread can parse it again. */
  readonly text: string;
  /** The host is named in the list, as a name or as an address. */
  readonly allowsHost: (host: string, port: number) => boolean;
  readonly allowsAddress: (address: string, port: number) => boolean;
}

/**
 * Cloud metadata services give credentials to every caller, so only an entry with their exact
 * address allows them.
 */
const METADATA: ReadonlySet<string> = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
]);

export function isMetadataAddress(address: string): boolean {
  return meaningsOf(address).some((meaning) => METADATA.has(meaning));
}

interface RangeRule {
  readonly addresses: BlockList;
  readonly family: 'ipv4' | 'ipv6';
  readonly port: number | undefined;
}

/** Reads `10.1.0.0/16,llm.internal:8080,127.0.0.1:11434`; throws a sentence about a bad entry. */
export function parseAllowList(text: string): AllowList {
  const hosts = new Set<string>();
  const ranges: RangeRule[] = [];
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    if (entry.includes('/')) ranges.push(parseRange(entry));
    else hosts.add(parseHost(entry));
  }
  const allowsHost = (host: string, port: number) => hosts.has(`${plainAddress(host)}:${port}`);
  return {
    text,
    allowsHost,
    allowsAddress: (address, port) => {
      if (allowsHost(address, port)) return true;
      if (isMetadataAddress(address)) return false;
      const plain = plainAddress(address);
      const family = isIP(plain) === 4 ? 'ipv4' : 'ipv6';
      return ranges.some(
        (rule) =>
          rule.family === family &&
          (rule.port === undefined || rule.port === port) &&
          rule.addresses.check(plain, family),
      );
    },
  };
}

function parseRange(entry: string): RangeRule {
  const match = /^\[?([\da-f.:]+)\/(\d{1,3})\]?(?::(\d{1,5}))?$/i.exec(entry);
  const [, network = '', bits = '', port] = match ?? [];
  if (isIP(network) === 0) throw malformed(entry);
  const family = isIP(network) === 4 ? 'ipv4' : 'ipv6';
  try {
    const addresses = rangesOf([`${network}/${bits}`], family);
    return { addresses, family, port: port === undefined ? undefined : readPort(port, entry) };
  } catch {
    throw malformed(entry);
  }
}

function parseHost(entry: string): string {
  const match = /^(\[[\da-f.:]+\]|[\w.-]+):(\d{1,5})$/i.exec(entry);
  if (match === null) throw malformed(entry);
  const [, host = '', port = ''] = match;
  const name = host.replaceAll(/[[\]]/g, '').toLowerCase();
  return `${plainAddress(name)}:${readPort(port, entry)}`;
}

function readPort(text: string, entry: string): number {
  const port = Number(text);
  if (port < 1 || port > 65_535) throw malformed(entry);
  return port;
}

function malformed(entry: string): Error {
  return new Error(
    `OUTBOUND_ALLOW holds "${entry}", which is neither host:port nor a range such as 10.1.0.0/16.`,
  );
}
