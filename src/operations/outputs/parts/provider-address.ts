import { issues, ValidationFailure } from '../../../contract/validation.ts';
import { notAllowed } from '../../../domain/outputs/failure-codes.ts';
import {
  OutboundRefused,
  type OutboundRules,
  refuseUncallable,
} from '../../../outbound/destination.ts';
import { allowingLoopback } from '../../../outbound/loopback.ts';
import { getCredential } from '../../../storage/callers.ts';
import type { Queryable } from '../../../storage/database.ts';
import { findInstallationOwner } from '../../../storage/identity/organizations.ts';
import type { Provider } from '../../../storage/outputs/providers.ts';
import type { Context } from '../../context.ts';

/** The address to call and, if it is on this machine, the user who allowed it. */
export type ProviderAddress = Pick<Provider, 'baseUrl' | 'loopbackAllowedBy' | 'loopbackAllowedAt'>;

export interface SentAddress {
  readonly base_url: string;
  readonly allow_loopback?: boolean;
}

/** Checks the URL alone; host names are resolved, and their addresses checked, at each call. */
export async function readAddress(
  context: Context,
  db: Queryable,
  sent: SentAddress,
): Promise<ProviderAddress> {
  const url = URL.parse(sent.base_url);
  if (url === null) throw refused('this is not an absolute URL');
  if (url.hash !== '') throw refused('a fragment is never sent: leave it out');
  const baseUrl = `${url.origin}${url.pathname.replace(/\/+$/, '')}${url.search}`;
  if (isCallable(url, context.outbound)) {
    return { baseUrl, loopbackAllowedBy: null, loopbackAllowedAt: null };
  }
  const by = await findGrantor(context, db, url);
  if (by === undefined) throw refused(notAllowed(placeOf(url)));
  if (sent.allow_loopback !== true) {
    throw refused(
      `${placeOf(url)} is on the machine of the server: send allow_loopback to allow calls to it`,
    );
  }
  return { baseUrl, loopbackAllowedBy: by, loopbackAllowedAt: context.now };
}

function isCallable(url: URL, rules: OutboundRules): boolean {
  try {
    refuseUncallable(url, rules);
    return true;
  } catch (error) {
    if (error instanceof OutboundRefused) return false;
    throw error;
  }
}

/** The caller, if they own the installation and the address is one that its owner may allow. */
async function findGrantor(
  { caller, outbound }: Context,
  db: Queryable,
  url: URL,
): Promise<string | undefined> {
  if (!isCallable(url, allowingLoopback(outbound, url))) return undefined;
  const { kind, userId } = await getCredential(db, caller);
  // A program may hold a key; this decision is a person's.
  const isOwner = kind === 'session' && (await findInstallationOwner(db)) === userId;
  return isOwner ? userId : undefined;
}

/** What secrets are sent to: scheme, host and port. */
export function originOf(baseUrl: string): string {
  return new URL(baseUrl).origin;
}

function placeOf({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

function refused(why: string): ValidationFailure {
  return new ValidationFailure([issues.valueError(['body', 'base_url'], why)]);
}
