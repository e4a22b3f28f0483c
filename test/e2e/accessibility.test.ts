import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';
import { axeFindings } from './support/axe-findings.ts';
import { furnishedRoutes, PUBLIC_ROUTES, type Route } from './support/routes.ts';
import { stage } from './support/stage.ts';

const { server, signIn, openPage } = stage();

async function open(page: Page, { path, sign }: Route): Promise<void> {
  await page.goto(path);
  await page.getByText(sign).first().waitFor();
}

describe('accessibility', () => {
  let routes: readonly Route[] = [];
  before(async () => {
    routes = await furnishedRoutes(server());
  });

  test('axe finds nothing serious on any page, light or dark', async () => {
    const context = { colorScheme: 'light', reducedMotion: 'reduce' } as const;
    const visitor = await openPage({ context, expected: /404/ });
    const member = await signIn({ context });
    for (const route of [...PUBLIC_ROUTES, ...routes]) {
      const page = PUBLIC_ROUTES.includes(route) ? visitor : member;
      await page.emulateMedia({ colorScheme: 'light' });
      await open(page, route);
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

  test('axe finds nothing serious in dialogs, menus and the command palette', async () => {
    const page = await signIn();
    const at = (name: string) => routes.find((route) => route.name === name) ?? fail(name);
    const openings: readonly [string, string, string?][] = [
      ['apps', 'Create app'],
      ['app', 'Create base'],
      ['app', 'Add variant'],
      ['variant', 'Deploy…'],
      ['variant', 'Variant actions', 'Compare…'],
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
    for (const [name, button, item] of openings) {
      await open(page, at(name));
      await page.getByRole('button', { name: button }).click();
      if (item !== undefined) await page.getByRole('menuitem', { name: item }).click();
      await page.locator('[role=dialog], [role=menu]').first().waitFor();
      assert.deepEqual(await axeFindings(page), [], `${name}: ${button}`);
    }
  });

  test('every page fits into 360 px', async () => {
    const page = await signIn({ context: { viewport: { width: 360, height: 740 } } });
    for (const route of routes) {
      await open(page, route);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 360, `${route.name} is ${width} px wide`);
    }
    await page.getByRole('button', { name: 'Navigation' }).click();
    await page.getByRole('link', { name: 'Apps' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
  });

  test('the focus is visible wherever Tab leads, and can leave every editor', async () => {
    const page = await signIn();
    for (const name of ['app', 'variant', 'testset']) {
      await open(page, routes.find((route) => route.name === name) ?? fail(name));
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

/** Runs in the page. */
function focusState(): { place: string; isVisible: boolean } {
  const element = document.activeElement ?? document.body;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return {
    place: `${element.tagName}:${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)}`,
    isVisible: element === document.body || (outlineStyle !== 'none' && outlineWidth !== '0px'),
  };
}

function fail(name: string): never {
  throw new Error(`There is no page called ${name}.`);
}
