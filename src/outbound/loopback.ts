import { isIP } from 'node:net';
import { plainAddress, rangesOf } from './addresses.ts';
import type { OutboundRules } from './destination.ts';

const LOOPBACK = rangesOf(['127.0.0.0/8'], 'ipv4');

/** Whether a host can only be this machine: a loopback address, or `localhost`. */
function isLoopback(host: string): boolean {
  const plain = plainAddress(host.replaceAll(/[[\]]/g, '').toLowerCase());
  if (isIP(plain) === 4) return LOOPBACK.check(plain, 'ipv4');
  return plain === '::1' || plain === 'localhost';
}

/** Only a server that no other machine reaches may call services on its own machine. */
export function grantsOf({ host, publicUrl }: ServerAddress): OutboundRules['grants'] {
  return [host, publicUrl?.hostname ?? host].every(isLoopback) ? 'honoured' : undefined;
}

/** Where a server listens, and the URL by which others reach it. */
interface ServerAddress {
  readonly host: string;
  readonly publicUrl: URL | undefined;
}

/**
 * The rules for a provider whose address the owner of the installation has allowed: its port on
 * this machine too, and no other. The service itself and its database stay refused.
 */
export function allowingLoopback(rules: OutboundRules, url: URL): OutboundRules {
  if (rules.grants !== 'honoured' || !isLoopback(url.hostname)) return rules;
  const grantedPort = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const isGranted = (host: string, port: number) => port === grantedPort && isLoopback(host);
  return {
    ...rules,
    allow: {
      ...rules.allow,
      allowsHost: (host, port) => isGranted(host, port) || rules.allow.allowsHost(host, port),
      allowsAddress: (address, port) =>
        isGranted(address, port) || rules.allow.allowsAddress(address, port),
    },
    // Other addresses of the name are never called.
    resolve: async (host) => (await rules.resolve(host)).filter(isLoopback),
  };
}
