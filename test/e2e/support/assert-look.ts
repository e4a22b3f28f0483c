import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { axeFindings } from './axe-findings.ts';
import { painted } from './judge-page.ts';

/** A dark page as wide as a phone. */
export const PHONE = {
  context: { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
} as const;

/** Asserts that axe finds nothing serious and that the page does not scroll sideways. */
export async function assertLook(
  page: Page,
  width: 360 | 1280,
  colorScheme: 'light' | 'dark',
): Promise<void> {
  await page.setViewportSize({ width, height: 740 });
  await page.emulateMedia({ colorScheme });
  await painted(page);
  assert.deepEqual(await axeFindings(page), [], colorScheme);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= width, `${wide} px wide`);
}
