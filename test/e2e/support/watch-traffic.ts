import type { Page, Request } from 'playwright-core';
import { until } from '../../support/until.ts';

export interface WatchedTraffic {
  /** Every console message, page error, failed request and answer that is no success. */
  readonly noted: readonly string[];
  /** All requests of the page have been answered. */
  readonly settled: () => Promise<void>;
  /** Of the JavaScript that was loaded since the last call, as it comes with gzip, which every browser knows. */
  readonly takeScriptBytes: () => Promise<number>;
}

/** Notes what a page asks for, what it gets and what it says on its console, from now on. */
export function watchTraffic(page: Page): WatchedTraffic {
  const noted: string[] = [];
  const underWay = new Set<Request>();
  const scripts: string[] = [];
  const sizes = new Map<string, Promise<number>>();
  const sizeOf = (url: string) => {
    const size = sizes.get(url) ?? gzippedBytes(url);
    sizes.set(url, size);
    return size;
  };
  const note = (text: string) => noted.push(`${page.url()}: ${text}`);
  page.on('console', (message) => note(message.text()));
  page.on('pageerror', (error) => note(error.message));
  page.on('request', (request) => {
    // Streams of events stay open until the page is left.
    if (!request.url().endsWith('/events')) underWay.add(request);
  });
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => {
    const error = request.failure()?.errorText;
    // A page that is left gives up what it had just asked for.
    if (underWay.delete(request) && error !== 'net::ERR_ABORTED') note(`${request.url()} ${error}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) note(`${response.status()} ${response.url()}`);
    if (response.url().endsWith('.js')) scripts.push(response.url());
  });
  return {
    noted,
    settled: () => until('all is answered', async () => underWay.size === 0),
    takeScriptBytes: async () => {
      const taken = await Promise.all(scripts.splice(0).map(sizeOf));
      return taken.reduce((sum, size) => sum + size, 0);
    },
  };
}

/** Asked for apart: a page that is given headers of its own loads at one and a half times the cost. */
async function gzippedBytes(url: string): Promise<number> {
  const { headers } = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
  return Number(headers.get('content-length'));
}
