import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../test/e2e/support/chromium.ts';
import { furnishedRoutes, type Route } from '../test/e2e/support/routes.ts';
import { makeShop, SHOWN_RESULTS } from '../test/e2e/support/shown-results.ts';
import { makeMarkdownTask, makeScoreTask } from '../test/e2e/support/shown-tasks.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../test/support/reachable.ts';
import { startTestServer, type TestServer } from '../test/support/running-server.ts';

/** Takes the screenshots in `docs/images` from a server with sample data. */
const FOLDER = join(import.meta.dirname, '../docs/images');
/** A desktop and a phone. */
const DEVICES = [
  { viewport: { width: 1280, height: 800 } },
  { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
] as const;
const ROUTE_NAMES = [
  'app',
  'variant',
  'environments',
  'testset',
  'evaluation',
  'judge',
  'providers',
];

const server = await startTestServer({ engine: 'sqlite' });
const browser = await launchChromium();
mkdirSync(FOLDER, { recursive: true });
for (const file of globSync('*.{png,webp}', { cwd: FOLDER })) rmSync(join(FOLDER, file));
try {
  const sampleRoutes = await furnishedRoutes(server);
  const routes = [
    ...sampleRoutes.filter(({ name }) => ROUTE_NAMES.includes(name)),
    ...(await resultRoutes(server)),
    ...(await taskRoutes(server)),
  ];
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const device of DEVICES) {
      const page = await openPage(browser, server, { colorScheme, ...device });
      const { width } = device.viewport;
      for (const route of routes) {
        await visit(page, route);
        await take(page, `${route.name}-${width}-${colorScheme}`);
        if (route.name !== 'variant') continue;
        await openComparison(page);
        await take(page, `compare-${width}-${colorScheme}`);
      }
      await page.context().close();
    }
  }
} finally {
  await browser.close();
  await server.stop();
}

/** Results pages: with two variants, five, scores, not settled, and with cautions. */
async function resultRoutes(server: TestServer): Promise<readonly Route[]> {
  const shop = await makeShop(server.owner, 'furniture shop');
  const routes: Route[] = [];
  for (const [name, make] of Object.entries(SHOWN_RESULTS)) {
    const { evaluation_id } = await make(server, shop);
    const path = `/evaluations/${evaluation_id}/results`;
    routes.push({ name: `results-${name}`, path, sign: 'Compare again' });
    if (name !== 'cautions') continue;
    routes.push({ name: 'issues', path: `/evaluations/${evaluation_id}/issues`, sign: 'Dismiss' });
  }
  return routes;
}

/** Tasks with Markdown and with scores. */
async function taskRoutes({ owner }: TestServer): Promise<readonly Route[]> {
  return [
    {
      name: 'judge-markdown',
      path: `/judge/${await makeMarkdownTask(owner)}`,
      sign: 'Turin',
    },
    {
      name: 'judge-scores',
      path: `/judge/${await makeScoreTask(owner)}`,
      sign: 'Helpfulness',
    },
  ];
}

/** As WebP, which has a third of the size of a PNG. */
async function take(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  await session.detach();
  writeFileSync(join(FOLDER, `${name}.webp`), Buffer.from(data, 'base64'));
}

async function openPage(
  browser: Browser,
  { url }: TestServer,
  look: BrowserContextOptions,
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
  // Outputs are plain text until the Markdown renderer has loaded.
  const outputs = page.getByRole('region', { name: /^Output/ });
  await outputs.getByText('**').first().waitFor({ state: 'hidden' });
}

async function openComparison(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Actions for revision 1' }).click();
  await page.getByRole('menuitem', { name: 'Compare with current' }).click();
  await page.getByRole('dialog').getByText('two sentences').waitFor();
  await page.waitForLoadState('networkidle');
}
