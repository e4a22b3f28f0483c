import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../contract/problems.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Refuses a foreign Host header, against DNS rebinding. */
export function refuseForeignHost(host: string | undefined, publicUrl: URL | undefined): void {
  if (host === undefined || host === '') {
    throw new Problem('bad_request', 'The request has no Host header.');
  }
  const name = host.replace(/:\d+$/, '').toLowerCase();
  const isOurs = LOOPBACK.has(name) || name === publicUrl?.hostname;
  // Links are built from it, so it must parse with its port.
  if (isOurs && URL.canParse(`http://${host}`)) return;
  throw new Problem(
    'misdirected_host',
    'This service does not answer for that host name. The operator can set PUBLIC_URL.',
  );
}

/** The origin of this service's pages. */
export function publicOrigin(host: string, publicUrl: URL | undefined): string {
  return publicUrl?.origin ?? `http://${host}`;
}

/**
 * Refuses a call with a cookie unless the browser's headers show that our own pages made it.
 */
export function refuseForeignPage(
  headers: IncomingHttpHeaders,
  origin: string,
  trust: 'one header is required' | 'a header that is present must match',
): void {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return;
  if (site === undefined && headers.origin === origin) return;
  const isSilent = site === undefined && headers.origin === undefined;
  if (isSilent && trust === 'a header that is present must match') return;
  throw new Problem('csrf_rejected', 'This call must be made by the pages of this service.');
}
