import { isIP } from 'node:net';
import type { FailureCode } from '../domain/outputs/failure-codes.ts';
import { isPublicAddress } from './addresses.ts';
import { type AllowList, isMetadataAddress } from './allow-list.ts';
import type { Place } from './own-places.ts';
import type { BeginCall } from './tracer.ts';

export type RefusalCode = Extract<
  FailureCode,
  | 'destination_refused'
  | 'redirect_refused'
  | 'unreachable'
  | 'timed_out'
  | 'broken_off'
  | 'answer_too_large'
>;

/** A call that is not allowed, or failed; the reason is for logs, not for callers. */
export class OutboundRefused extends Error {
  readonly code: RefusalCode;

  constructor(reason: string, code: RefusalCode = 'destination_refused') {
    super(reason);
    this.name = 'OutboundRefused';
    this.code = code;
  }
}

export interface OutboundRules {
  readonly allow: AllowList;
  /** This service and its database, which are never called. */
  readonly isOwn: (place: Place) => boolean;
  /** Whether plain http may be spoken to public hosts. */
  readonly plainHttp: 'allowed' | 'refused';
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** Whether the owner of the installation may allow providers on this machine. */
  readonly grants?: 'honoured' | undefined;
  /** Absent while no traces are collected. */
  readonly trace?: BeginCall;
}

/** Where a URL leads: the addresses that may be connected to, and nothing else. */
export interface Destination {
  readonly url: URL;
  readonly host: string;
  readonly addresses: readonly string[];
}

const PORTS: ReadonlySet<number> = new Set([80, 443, 8080, 8443]);

/**
 * Decides whether a URL may be called. A literal address is checked itself. Of a name every address
 * must pass, and the connection is pinned to these, so a name that resolves to others by the time
 * of the call gains nothing (DNS rebinding).
 */
export async function chooseDestination(url: URL, rules: OutboundRules): Promise<Destination> {
  const { host, port, isListed } = refuseByForm(url, rules);
  const addresses = isIP(host) === 0 ? await resolveName(host, rules) : [host];
  if (addresses.length === 0) throw new OutboundRefused(`${host} has no address`, 'unreachable');
  for (const address of addresses) refuseAddress(address, { url, port, isListed, rules });
  return { url, host, addresses };
}

/** Refuses a URL that no answer to a look-up could make callable, before it is stored. */
export function refuseUncallable(url: URL, rules: OutboundRules): void {
  const { host, port, isListed } = refuseByForm(url, rules);
  if (isIP(host) !== 0) refuseAddress(host, { url, port, isListed, rules });
}

interface Target {
  readonly host: string;
  readonly port: number;
  /** The host is in the allow list. */
  readonly isListed: boolean;
}

function refuseByForm(url: URL, rules: OutboundRules): Target {
  const host = url.hostname.replaceAll(/[[\]]/g, '').toLowerCase();
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  refuseForm(url, host);
  const isListed = rules.allow.allowsHost(host, port);
  if (!isListed && isIP(host) === 0) refuseLocalName(host);
  if (rules.isOwn({ host, port })) throw new OutboundRefused('that is this service itself');
  return { host, port, isListed };
}

function refuseForm(url: URL, host: string): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundRefused(`${url.protocol} is not a protocol for calls`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundRefused('the address holds a user name or password');
  }
  if (host === '' || host.endsWith('.')) throw new OutboundRefused('the host has a trailing dot');
}

/** Names without a dot belong to the server's own network. */
function refuseLocalName(host: string): void {
  if (!host.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(host)) {
    throw new OutboundRefused(`${host} is a local name`);
  }
}

interface AddressContext {
  readonly url: URL;
  readonly port: number;
  /** The host of the URL is in the allow list. */
  readonly isListed: boolean;
  readonly rules: OutboundRules;
}

function refuseAddress(address: string, { url, port, isListed, rules }: AddressContext): void {
  const { allow, isOwn, plainHttp } = rules;
  if (isOwn({ host: address, port })) throw new OutboundRefused('that is this service itself');
  if (allow.allowsAddress(address, port)) return;
  if (isListed && !isMetadataAddress(address)) return;
  if (!isPublicAddress(address)) throw new OutboundRefused(`${address} is not a public address`);
  if (!PORTS.has(port)) throw new OutboundRefused(`port ${port} is not allowed`);
  if (url.protocol === 'http:' && plainHttp === 'refused') {
    throw new OutboundRefused('plain http is not allowed');
  }
}

async function resolveName(host: string, rules: OutboundRules): Promise<readonly string[]> {
  try {
    return await rules.resolve(host);
  } catch {
    throw new OutboundRefused(`${host} could not be resolved`, 'unreachable');
  }
}
