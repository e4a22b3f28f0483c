import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/**
 * Records what a page must never do: log an error or warning, throw, or send to another host.
 * Returns the check that it did none of that.
 */
export function watchPage(page: Page, origin: string, expected: RegExp = /^$/): () => void {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      const { url, lineNumber, columnNumber } = message.location();
      const place = lineNumber === 0 ? url : `${url}:${lineNumber}:${columnNumber}`;
      faults.push(`console: ${message.text()} ${place}`);
    }
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.stack ?? error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) faults.push(`request: ${url}`);
  });
  return () => {
    assert.deepEqual(
      faults.filter((fault) => !expected.test(fault)),
      [],
    );
  };
}
