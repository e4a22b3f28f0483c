import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { axeFindings } from './support/axe-findings.ts';
import { stage } from './support/stage.ts';

const { openPage, signIn } = stage();

describe('the guide', () => {
  test('is searched and read by keyboard, without an account', async () => {
    const page = await openPage();
    await page.goto('/docs');
    await page.getByRole('heading', { level: 1, name: 'Guide' }).waitFor();
    await page.getByLabel('Search the guide').fill('blind means');
    await page.getByRole('status').getByText('found').waitFor();
    assert.deepEqual(await axeFindings(page), []);

    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/designing#what-blind-means');
    const heading = page.getByRole('heading', { name: 'What blind means' });
    await page.waitForFunction(() => scrollY > 0 || document.querySelector(':target') !== null);
    assert.equal(await heading.isVisible(), true);
    assert.deepEqual(await axeFindings(page), []);

    // A URL with an anchor leads there after a reload too.
    await page.reload();
    await heading.waitFor();
    await page.getByRole('link', { name: 'Link to: What goes wrong most often' }).click();
    await page.waitForURL('**/docs/designing#what-goes-wrong-most-often');
    await page.getByLabel('Search the guide').fill('zyzzyva');
    await page.getByText('No matches.').waitFor();
  });

  test('fits a phone in the dark', async () => {
    const page = await openPage({
      context: { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
    });
    for (const name of ['outputs', 'cli', 'security']) {
      await page.goto(`/docs/${name}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.equal(width, 360, name);
    }
    assert.deepEqual(await axeFindings(page), []);
  });

  test('is one click away from the settings', async () => {
    const page = await signIn();
    await page.goto('/settings/keys');
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Roles, keys and security' }).click();
    const guide = await opened;
    await guide.getByRole('heading', { level: 1, name: 'Security' }).waitFor();
    await guide.getByRole('link', { name: 'what blind means' }).click();
    await guide.waitForURL('**/docs/designing#what-blind-means');
  });
});
