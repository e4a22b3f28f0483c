import { issues, ValidationFailure } from '../../../contract/validation.ts';
import {
  OutboundRefused,
  type OutboundRules,
  refuseUncallable,
} from '../../../outbound/destination.ts';

/** The address as it will be called. Names are looked up, and judged, at each call. */
export function readBaseUrl(rules: OutboundRules, text: string): string {
  const url = URL.parse(text);
  if (url === null) throw refused('this is not an absolute URL');
  if (url.hash !== '') throw refused('a fragment is never sent: leave it out');
  try {
    refuseUncallable(url, rules);
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error;
    throw refused('only public hosts are called, and those that the operator allows');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}${url.search}`;
}

/** Whom secrets are sent to: scheme, host and port. */
export function originOf(baseUrl: string): string {
  return new URL(baseUrl).origin;
}

function refused(why: string): ValidationFailure {
  return new ValidationFailure([issues.valueError(['body', 'base_url'], why)]);
}
