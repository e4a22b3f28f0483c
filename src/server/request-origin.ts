import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../contract/problems.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Refuses a foreign Host header: DNS rebinding ends here. */
export function refuseForeignHost(host: string | undefined, publicUrl: URL | undefined): void {
  if (host === undefined || host === '') {
    throw new Problem('bad_request', 'The request has no Host header.');
  }
  const name = host.replace(/:\d+$/, '').toLowerCase();
  const isOurs = LOOPBACK.has(name) || name === publicUrl?.hostname;
  // Links are made from it, so its port must be one.
  if (isOurs && URL.canParse(`http://${host}`)) return;
  throw new Problem(
    'misdirected_host',
    'This service does not answer for that host name. The operator can set PUBLIC_URL.',
  );
}

/** Where the pages of this service come from. */
export function publicOrigin(host: string, publicUrl: URL | undefined): string {
  return publicUrl?.origin ?? `http://${host}`;
}

/**
 * Browsers say where a request comes from. A call that carries a cookie, and was not certainly made
 * by our own pages, is refused.
 */
export function refuseForeignPage(
  headers: IncomingHttpHeaders,
  origin: string,
  trust: 'either header is needed' | 'a header that is there must be right',
): void {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return;
  if (site === undefined && headers.origin === origin) return;
  const isSilent = site === undefined && headers.origin === undefined;
  if (isSilent && trust === 'a header that is there must be right') return;
  throw new Problem('csrf_rejected', 'This call must be made by the pages of this service.');
}
