import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeLink } from '../support/guests.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../support/reachable.ts';
import { until } from '../support/until.ts';
import { axeFindings } from './support/axe-findings.ts';
import { follow } from './support/follow.ts';
import { enterAsGuest } from './support/judge-page.ts';
import { furnishedRoutes, PUBLIC_ROUTES, type TitledRoute } from './support/routes.ts';
import { stage } from './support/stage.ts';
import { type WatchedTraffic, watchTraffic } from './support/watch-traffic.ts';

const { server, owner, openPage, signIn } = stage();

const MOST_KB = 450;
/** Guests judge on phones. */
const MOST_KB_TO_JUDGE = 250;

const PHONE = { width: 360, height: 740 };

const SIGN_IN = 'Sign in to Jurybox';

/** Axe rules about colours; all others find the same in the dark. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What opens over a page: a button, and an item of the menu that the button opens. */
const OPENINGS: Readonly<Record<string, readonly (readonly [button: string, item?: string])[]>> = {
  apps: [['Create app'], ['Search']],
  app: [['Create base'], ['Add variant']],
  variant: [['Deploy…'], ['Variant actions', 'Compare…'], ['Variant actions', 'Rename']],
  testsets: [['Import']],
  testset: [['Revisions'], ['Actions for column question']],
  evaluation: [
    ['Invite guests'],
    ['Import outputs'],
    ['Edit settings'],
    ['Evaluation actions', 'Extend…'],
    ['Generate outputs'],
  ],
  judge: [['Guidelines'], ['Keys'], ['Flag']],
  members: [['Invite people']],
  keys: [['Create API key']],
  providers: [
    ['Add provider'],
    ['Test in the house'],
    ['Actions for in the house', 'Edit provider'],
  ],
};

type Visit = Pick<TitledRoute, 'path' | 'sign'> & Partial<Pick<TitledRoute, 'title'>>;

/** Waits for the title of the browser tab, where one is expected, and for the sign. */
async function waitFor(page: Page, { path, sign, title }: Visit): Promise<void> {
  if (title !== undefined) {
    // The title follows what is painted.
    const isTitled = async () => (await page.title()) === `${title} · Jurybox`;
    await until(`the title of ${path} is ${title}`, isTitled);
  }
  await page.getByText(sign).first().waitFor();
}

async function open(page: Page, to: Visit): Promise<void> {
  await page.goto(to.path);
  await waitFor(page, to);
}

async function visit(page: Page, traffic: WatchedTraffic, to: Visit): Promise<void> {
  await open(page, to);
  await traffic.settled();
}

async function followTo(page: Page, traffic: WatchedTraffic, to: Visit): Promise<void> {
  await follow(page, to.path);
  await waitFor(page, to);
  await traffic.settled();
}

/** Counts what the page loaded since the last call. */
async function assertLittleJavaScript(traffic: WatchedTraffic, name: string): Promise<void> {
  const kilobytes = (await traffic.takeScriptBytes()) / 1000;
  console.log(`${name.padEnd(14)} ${kilobytes.toFixed(0).padStart(4)} kB`);
  const most = name === 'judge' ? MOST_KB_TO_JUDGE : MOST_KB;
  assert.ok(kilobytes > 50 && kilobytes <= most, `${name}: ${kilobytes} kB`);
}

async function assertFits(page: Page, name: string): Promise<void> {
  assert.deepEqual(await page.evaluate(tabsOutOfSight), [], name);
  for (const width of [PHONE.width, 320]) {
    await page.setViewportSize({ ...PHONE, width });
    const widest = await page.evaluate(widestScroll);
    assert.ok(widest <= width, `${name} is ${widest} px wide in ${width} px`);
  }
}

/** Only colours differ in the dark. */
async function assertAccessible(page: Page, name: string, scheme: 'light' | 'dark') {
  const rules = scheme === 'light' ? {} : { runOnly: ABOUT_COLOURS };
  assert.deepEqual(await axeFindings(page, rules), [], `${name}, ${scheme}`);
}

async function turnDark(page: Page): Promise<void> {
  const light = await page.evaluate(background);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  // The colours change a frame later.
  await until('dark', async () => (await page.evaluate(background)) !== light);
}

async function assertSignInAsked(page: Page, traffic: WatchedTraffic, path: string): Promise<void> {
  await followTo(page, traffic, { path, sign: SIGN_IN });
  await page.waitForURL(({ searchParams }) => searchParams.get('next') === path);
}

async function assertOpenings(page: Page, name: string): Promise<void> {
  for (const [button, item] of OPENINGS[name] ?? []) {
    const opener = page.getByRole('button', { name: button });
    await opener.click();
    if (item !== undefined) await page.getByRole('menuitem', { name: item }).click();
    const kinds = item === undefined ? '[role=dialog], [role=menu]' : '[role=dialog]';
    const opened = page.locator(kinds).first();
    await opened.waitFor();
    assert.deepEqual(await axeFindings(page), [], `${name}: ${button}`);
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'hidden' });
    // The judge screen takes the focus from a pressed button, so that keys judge.
    if (name !== 'judge') await opener.and(page.locator(':focus')).waitFor();
  }
}

describe('every page', () => {
  let routes: readonly TitledRoute[] = [];
  before(async () => {
    routes = await furnishedRoutes(server());
  });
  const at = (name: string) => routes.find((route) => route.name === name) ?? assert.fail(name);
  const evaluationAt = (name: string) => at(name).path.split('/').at(-1) ?? '';

  test('causes no console message or failed request for members, fits into 360 px and loads little JavaScript', async () => {
    const page = await signIn({ context: { viewport: PHONE } });
    const traffic = watchTraffic(page);
    for (const route of routes) {
      await visit(page, traffic, route);
      await assertLittleJavaScript(traffic, route.name);
      await assertFits(page, route.name);
    }
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Navigation' }).click();
    await page.getByRole('link', { name: 'Apps' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
    await traffic.settled();
    await visit(page, traffic, { path: '/invite#token=invented', sign: 'Join' });
    assert.deepEqual(traffic.problems, []);
  });

  test('has no serious axe findings, light or dark, also in dialogs, menus and the command palette, which return the focus', async () => {
    const page = await signIn({ context: { reducedMotion: 'reduce' } });
    const traffic = watchTraffic(page);
    await page.goto('/apps');
    for (const route of routes) {
      await followTo(page, traffic, route);
      await assertAccessible(page, route.name, 'light');
      await assertOpenings(page, route.name);
    }
    await turnDark(page);
    for (const route of routes) {
      await followTo(page, traffic, route);
      await assertAccessible(page, route.name, 'dark');
    }
  });

  test('takes the focus when the link that led to it is gone', async () => {
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

  test('is as accessible and small for visitors, who are asked to sign in without errors and then continue', async () => {
    const page = await openPage({ context: { reducedMotion: 'reduce' }, expected: /404/ });
    const traffic = watchTraffic(page);
    for (const route of PUBLIC_ROUTES) {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await visit(page, traffic, route);
      await assertLittleJavaScript(traffic, route.name);
      await assertAccessible(page, route.name, 'light');
      await turnDark(page);
      await assertAccessible(page, route.name, 'dark');
    }
    await open(page, { path: '/apps', sign: SIGN_IN });
    for (const { path } of routes) await assertSignInAsked(page, traffic, path);
    await page.getByLabel('E-mail').fill(OWNER_EMAIL);
    await page.getByLabel('Password').fill(OWNER_PASSWORD);
    await page.keyboard.press('Enter');
    await page
      .getByText(routes.at(-1)?.sign ?? '')
      .first()
      .waitFor();
    await traffic.settled();
    const others = traffic.problems.filter(
      (text) => !/\/nowhere\b.*404|404 .*\/nowhere$/.test(text),
    );
    assert.deepEqual(others, []);
  });

  test('causes no console message or failed request for guests, who are asked to sign in outside their evaluations', async () => {
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
    await open(page, { path: '/apps', sign: SIGN_IN });
    for (const { path } of routes.filter(({ name }) => name !== 'judge' && name !== 'briefing')) {
      await assertSignInAsked(page, traffic, path);
    }
    assert.deepEqual(traffic.problems, []);
  });

  test('shows the focus wherever Tab moves it, and lets it leave every editor', async () => {
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

/** Runs in the page, where `main` scrolls apart from the document. */
function widestScroll(): number {
  const scrolled = [document.documentElement, ...document.querySelectorAll('main')];
  return Math.max(...scrolled.map(({ scrollWidth }) => scrollWidth));
}

/** Runs in the page. */
function tabsOutOfSight(): readonly string[] {
  return [...document.querySelectorAll('main nav [aria-current=page]')]
    .filter((tab) => {
      const { left, right, top, bottom } = tab.getBoundingClientRect();
      const row = tab.parentElement?.getBoundingClientRect() ?? new DOMRect();
      const isInRow = left >= row.left - 1 && right <= row.right + 1;
      return !isInRow || top < row.top - 1 || bottom > row.bottom + 1;
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
