import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeLink } from '../support/guests.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../support/reachable.ts';
import { until } from '../support/until.ts';
import { axeFindings } from './support/axe-findings.ts';
import { enterAsGuest } from './support/judge-page.ts';
import { furnishedRoutes, PUBLIC_ROUTES, type TitledRoute } from './support/routes.ts';
import { stage } from './support/stage.ts';
import { type WatchedTraffic, watchTraffic } from './support/watch-traffic.ts';

const { server, owner, openPage, signIn } = stage();

const MOST_KB = 450;
/** Guests judge on phones. */
const MOST_KB_TO_JUDGE = 250;

type Visit = Pick<TitledRoute, 'path' | 'sign'> & Partial<Pick<TitledRoute, 'title'>>;

/** A page whose title is given says in the browser's tab which one it is. */
async function open(page: Page, { path, sign, title }: Visit): Promise<void> {
  await page.goto(path);
  await page.getByText(sign).first().waitFor();
  if (title === undefined) return;
  // The title follows what is painted.
  const isTitled = async () => (await page.title()) === `${title} · Jurybox`;
  await until(`the title of ${path} is ${title}`, isTitled);
}

async function visit(page: Page, traffic: WatchedTraffic, to: Visit): Promise<void> {
  await open(page, to);
  await traffic.settled();
}

describe('every page', () => {
  let routes: readonly TitledRoute[] = [];
  before(async () => {
    routes = await furnishedRoutes(server());
  });
  const at = (name: string) => routes.find((route) => route.name === name) ?? assert.fail(name);
  const evaluationAt = (name: string) => at(name).path.split('/').at(-1) ?? '';

  test('has nothing serious for axe, light or dark, and little JavaScript', async () => {
    const context = {
      reducedMotion: 'reduce',
      // Sizes are those with gzip, which every browser knows.
      extraHTTPHeaders: { 'accept-encoding': 'gzip' },
    } as const;
    const visitor = await openPage({ context, expected: /404/ });
    const member = await signIn({ context });
    const traffic = new Map([visitor, member].map((page) => [page, watchTraffic(page)]));
    for (const route of [...PUBLIC_ROUTES, ...routes]) {
      const page = PUBLIC_ROUTES.includes(route) ? visitor : member;
      await page.emulateMedia({ colorScheme: 'light' });
      await open(page, route);
      await page.waitForLoadState('networkidle');
      const kilobytes = ((await traffic.get(page)?.takeScriptBytes()) ?? 0) / 1000;
      console.log(`${route.name.padEnd(14)} ${kilobytes.toFixed(0).padStart(4)} kB`);
      const most = route.name === 'judge' ? MOST_KB_TO_JUDGE : MOST_KB;
      assert.ok(kilobytes > 50 && kilobytes <= most, `${route.name}: ${kilobytes} kB`);

      assert.deepEqual(await axeFindings(page), [], route.name);
      const light = await page.evaluate(background);
      await page.emulateMedia({ colorScheme: 'dark' });
      // The colours follow a frame later.
      await until('dark', async () => (await page.evaluate(background)) !== light);
      // Only colours differ in the dark.
      const found = await axeFindings(page, { runOnly: ['color-contrast'] });
      assert.deepEqual(found, [], `${route.name}, dark`);
    }
  });

  test('has nothing serious for axe in dialogs, menus and the command palette, which give the focus back', async () => {
    const page = await signIn();
    const openings: readonly [string, string, string?][] = [
      ['apps', 'Create app'],
      ['app', 'Create base'],
      ['app', 'Add variant'],
      ['variant', 'Deploy…'],
      ['variant', 'Variant actions', 'Compare…'],
      ['variant', 'Variant actions', 'Rename'],
      ['testsets', 'Import'],
      ['testset', 'Revisions'],
      ['testset', 'Actions for column question'],
      ['evaluation', 'Invite guests'],
      ['evaluation', 'Import outputs'],
      ['evaluation', 'Edit settings'],
      ['evaluation', 'Evaluation actions', 'Extend…'],
      ['evaluation', 'Generate outputs'],
      ['judge', 'Guidelines'],
      ['judge', 'Keys'],
      ['judge', 'Flag'],
      ['members', 'Invite people'],
      ['keys', 'Create API key'],
      ['providers', 'Add provider'],
      ['providers', 'Test in the house'],
      ['providers', 'Actions for in the house', 'Edit provider'],
      ['apps', 'Search'],
    ];
    for (const [index, [name, button, item]] of openings.entries()) {
      if (openings[index - 1]?.[0] !== name) await open(page, at(name));
      const opener = page.getByRole('button', { name: button });
      await opener.click();
      if (item !== undefined) await page.getByRole('menuitem', { name: item }).click();
      const kinds = item === undefined ? '[role=dialog], [role=menu]' : '[role=dialog]';
      const opened = page.locator(kinds).first();
      await opened.waitFor();
      assert.deepEqual(await axeFindings(page), [], `${name}: ${button}`);
      await page.keyboard.press('Escape');
      await opened.waitFor({ state: 'hidden' });
      // What was pressed on the judge screen lets go of the focus, so that keys judge.
      if (name !== 'judge') await opener.and(page.locator(':focus')).waitFor();
    }
  });

  test('has the focus when the link that led to it is gone', async () => {
    const page = await signIn();
    await open(page, at('apps'));
    await page.locator('main a[href^="/apps/"]').first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add variant' }).waitFor();
    await page.locator('main:focus').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Create app' }).waitFor();
    await page.locator('main:focus').waitFor();
  });

  test('fits into 360 px and is quiet for members', async () => {
    const page = await signIn({ context: { viewport: { width: 360, height: 740 } } });
    const traffic = watchTraffic(page);
    for (const route of routes) {
      await visit(page, traffic, route);
      assert.deepEqual(await page.evaluate(tabsOutOfSight), [], route.name);
      for (const width of [320, 360]) {
        await page.setViewportSize({ width, height: 740 });
        const widest = await page.evaluate(widestScroll);
        assert.ok(widest <= width, `${route.name} is ${widest} px wide in ${width} px`);
      }
    }
    await page.getByRole('button', { name: 'Navigation' }).click();
    await page.getByRole('link', { name: 'Apps' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
    await traffic.settled();
    await visit(page, traffic, { path: '/invite#token=invented', sign: 'Join' });
    assert.deepEqual(traffic.noted, []);
  });

  test('is quiet for visitors, who are asked to sign in, and then', async () => {
    const page = await openPage();
    const traffic = watchTraffic(page);
    const unlocked = PUBLIC_ROUTES.filter(({ name }) => name !== 'not-found');
    for (const route of unlocked) await visit(page, traffic, route);
    for (const { path } of routes) await visit(page, traffic, { path, sign: 'Sign in to Jurybox' });
    await page.getByLabel('E-mail').fill(OWNER_EMAIL);
    await page.getByLabel('Password').fill(OWNER_PASSWORD);
    await page.keyboard.press('Enter');
    await page
      .getByText(routes.at(-1)?.sign ?? '')
      .first()
      .waitFor();
    await traffic.settled();
    assert.deepEqual(traffic.noted, []);
  });

  test('is quiet for guests, who come by a link and then look around', async () => {
    const page = await openPage();
    const traffic = watchTraffic(page);
    const link = await makeLink(owner(), { evaluationId: evaluationAt('judge') });
    await enterAsGuest(page, link.url, 'Guest');
    await traffic.settled();
    await page.reload();
    await page.getByText('0 of 24', { exact: true }).waitFor();
    const other = await makeLink(owner(), { evaluationId: evaluationAt('briefing') });
    await page.goto(other.url);
    await page.getByLabel('Your name').fill('Guest');
    await page.keyboard.press('Enter');
    await page.getByText('Before you start').waitFor();
    await traffic.settled();
    for (const { path } of routes.filter(({ name }) => name !== 'judge' && name !== 'briefing')) {
      await visit(page, traffic, { path, sign: 'Sign in to Jurybox' });
    }
    assert.deepEqual(traffic.noted, []);
  });

  test('shows the focus wherever Tab leads, and lets it leave every editor', async () => {
    const page = await signIn();
    for (const name of ['app', 'variant', 'testset']) {
      await open(page, at(name));
      const seen = new Set<string>();
      for (let step = 0; step < 60; step += 1) {
        await page.keyboard.press('Tab');
        const { place, isVisible } = await page.evaluate(focusState);
        assert.ok(isVisible, `${name}: the focus cannot be seen on ${place}`);
        if (seen.has(place) && place.startsWith('A:Skip')) break;
        seen.add(place);
      }
      assert.ok(
        [...seen].some((place) => place.startsWith('A:Skip')),
        [...seen].join('\n'),
      );
    }
  });
});

/** Runs in the page. */
function background(): string {
  return getComputedStyle(document.body).backgroundColor;
}

/** Runs in the page, whose content scrolls by itself. */
function widestScroll(): number {
  const scrolled = [document.documentElement, ...document.querySelectorAll('main')];
  return Math.max(...scrolled.map(({ scrollWidth }) => scrollWidth));
}

/** Runs in the page. */
function tabsOutOfSight(): readonly string[] {
  return [...document.querySelectorAll('main nav [aria-current=page]')]
    .filter((tab) => {
      const { left, right } = tab.getBoundingClientRect();
      const row = tab.parentElement?.getBoundingClientRect() ?? new DOMRect();
      return left < row.left - 1 || right > row.right + 1;
    })
    .map((tab) => tab.textContent);
}

/** Runs in the page. */
function focusState(): { place: string; isVisible: boolean } {
  const element = document.activeElement ?? document.body;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return {
    place: `${element.tagName}:${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)}`,
    isVisible: element === document.body || (outlineStyle !== 'none' && outlineWidth !== '0px'),
  };
}
