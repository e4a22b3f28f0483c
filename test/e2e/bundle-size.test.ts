import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page, Response } from 'playwright-core';
import { furnishedRoutes, PUBLIC_ROUTES, type Route } from './support/routes.ts';
import { stage } from './support/stage.ts';

const { server, signIn, openPage } = stage();

const MOST_KB = 450;
/** Guests judge on phones. */
const MOST_KB_TO_JUDGE = 250;

/** JavaScript that a first visit to a page loads, in kB as it comes over the wire with gzip. */
async function loadedKb(page: Page, { path, sign }: Route): Promise<number> {
  const sizes: Promise<number>[] = [];
  const note = (response: Response) => {
    if (!response.url().endsWith('.js')) return;
    sizes.push(response.headerValue('content-length').then(Number));
  };
  page.on('response', note);
  await page.goto(path);
  await page.getByText(sign).first().waitFor();
  await page.waitForLoadState('networkidle');
  page.off('response', note);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  return bytes / 1000;
}

/** A page whose every visit loads as much as the first one. */
async function withoutCache(opened: Promise<Page>): Promise<Page> {
  const page = await opened;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  return page;
}

describe('the JavaScript of a page', () => {
  let routes: readonly Route[] = [];
  before(async () => {
    routes = await furnishedRoutes(server());
  });

  test(`is at most ${MOST_KB} kB gzip, editors included`, async () => {
    const visit = {
      context: { extraHTTPHeaders: { 'accept-encoding': 'gzip' } },
      expected: /404/,
    };
    const visitor = await withoutCache(openPage(visit));
    const member = await withoutCache(signIn(visit));
    for (const route of [...PUBLIC_ROUTES, ...routes]) {
      const size = await loadedKb(PUBLIC_ROUTES.includes(route) ? visitor : member, route);
      console.log(`${route.name.padEnd(14)} ${size.toFixed(0).padStart(4)} kB`);
      const most = route.name === 'judge' ? MOST_KB_TO_JUDGE : MOST_KB;
      assert.ok(size > 50 && size <= most, `${route.name}: ${size} kB`);
    }
  });
});
