import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../test/e2e/support/chromium.ts';
import { furnishedRoutes, type Route } from '../test/e2e/support/routes.ts';
import {
  OWNER_EMAIL,
  OWNER_PASSWORD,
  startTestServer,
  type TestServer,
} from '../test/support/running-server.ts';

/** Takes the pictures in `docs/images` from a server with a little made-up furniture. */
const FOLDER = join(import.meta.dirname, '../docs/images');
const SIZES = { 1280: 800, 360: 740 } as const;
const SHOWN = [
  'app',
  'variant',
  'environments',
  'testset',
  'evaluation',
  'judge',
  'results',
  'providers',
];

const server = await startTestServer({ engine: 'sqlite' });
const browser = await launchChromium();
mkdirSync(FOLDER, { recursive: true });
try {
  const routes = await furnishedRoutes(server);
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [width, height] of Object.entries(SIZES)) {
      const page = await openPage(browser, server, {
        colorScheme,
        viewport: { width: Number(width), height },
      });
      for (const route of routes.filter(({ name }) => SHOWN.includes(name))) {
        await visit(page, route);
        await page.screenshot({ path: join(FOLDER, `${route.name}-${width}-${colorScheme}.png`) });
        if (route.name !== 'variant') continue;
        await openComparison(page);
        await page.screenshot({ path: join(FOLDER, `compare-${width}-${colorScheme}.png`) });
      }
      await page.context().close();
    }
  }
} finally {
  await browser.close();
  await server.stop();
}

async function openPage(
  browser: Browser,
  { url }: TestServer,
  look: { colorScheme: 'light' | 'dark'; viewport: { width: number; height: number } },
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', ...look });
  const page = await context.newPage();
  await page.request.post('/api/auth/login', {
    data: { email: OWNER_EMAIL, password: OWNER_PASSWORD },
    headers: { origin: url },
  });
  return page;
}

async function visit(page: Page, { path, sign }: Route): Promise<void> {
  await page.goto(path);
  await page.getByText(sign).first().waitFor();
  await page.waitForLoadState('networkidle');
}

async function openComparison(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Actions for revision 1' }).click();
  await page.getByRole('menuitem', { name: 'Compare with current' }).click();
  await page.getByRole('dialog').getByText('two sentences').waitFor();
  await page.waitForLoadState('networkidle');
}
