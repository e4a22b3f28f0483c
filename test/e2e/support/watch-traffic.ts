import type { Page, Request } from 'playwright-core';
import { until } from '../../support/until.ts';

export interface WatchedTraffic {
  /** Every console message, page error, failed request and error response. */
  readonly problems: readonly string[];
  /** Waits until all requests of the page have been answered. */
  readonly settled: () => Promise<void>;
  /** The size, with gzip, of the JavaScript loaded since the last call. */
  readonly takeScriptBytes: () => Promise<number>;
}

/** Records the requests, responses and console messages of a page from now on. */
export function watchTraffic(page: Page): WatchedTraffic {
  const problems: string[] = [];
  const openRequests = new Set<Request>();
  const scripts: string[] = [];
  const sizes = new Map<string, Promise<number>>();
  const sizeOf = (url: string) => {
    const size = sizes.get(url) ?? gzippedBytes(url);
    sizes.set(url, size);
    return size;
  };
  const note = (text: string) => problems.push(`${page.url()}: ${text}`);
  page.on('console', (message) => note(message.text()));
  page.on('pageerror', (error) => note(error.message));
  page.on('request', (request) => {
    // Event streams stay open until the user leaves the page.
    if (!request.url().endsWith('/events')) openRequests.add(request);
  });
  page.on('requestfinished', (request) => openRequests.delete(request));
  page.on('requestfailed', (request) => {
    const error = request.failure()?.errorText;
    // Leaving a page aborts its open requests.
    if (openRequests.delete(request) && error !== 'net::ERR_ABORTED')
      note(`${request.url()} ${error}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) note(`${response.status()} ${response.url()}`);
    if (response.url().endsWith('.js')) scripts.push(response.url());
  });
  return {
    problems,
    settled: () => until('every request is answered', async () => openRequests.size === 0),
    takeScriptBytes: async () => {
      const taken = await Promise.all(scripts.splice(0).map(sizeOf));
      return taken.reduce((sum, size) => sum + size, 0);
    },
  };
}

/** Measured outside the page: giving a page its own headers makes it load at 1.5 times the cost. */
async function gzippedBytes(url: string): Promise<number> {
  const { headers } = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
  return Number(headers.get('content-length'));
}
