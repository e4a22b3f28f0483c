import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Client } from '../../src/client/client.ts';
import { follow } from './support/follow.ts';
import { HOSTILE } from './support/hostile-text.ts';
import { stage } from './support/stage.ts';

const { owner, signIn } = stage();

/** Names are shorter than texts, and unique. */
const NAMES = HOSTILE.map((text, index) => `${text.slice(0, 110)} ${index}`);
const ONE = NAMES[0] ?? '';

/** A page between two URLs, so that the first is not taken for the second. */
const NEUTRAL_PATH = '/settings/keys';
const NEUTRAL_TITLE = 'Settings';

async function assertNothingRan(page: Page, where: string): Promise<void> {
  const ran = await page.evaluate(() => '__ran' in window);
  assert.equal(ran, false, where);
}

/** Puts hostile text into every field that stores text. */
async function furnishWithHostility(client: Client) {
  for (const app_name of NAMES) await client.createApp({ body: { app_name } });
  const [app] = await client.listApps();
  const appId = app?.app_id ?? '';
  const parameters = Object.fromEntries(HOSTILE.map((text, index) => [`${text} ${index}`, text]));
  const base = await client.createBase({
    body: { app_id: appId, base_name: ONE, config_name: ONE, parameters, commit_message: ONE },
  });
  const variant_id = base.variant.variant_id;
  for (const [index, text] of HOSTILE.entries()) {
    await client.updateVariantParameters({
      parameters: { variant_id },
      body: { parameters: { ...parameters, prompt: `${text}\n${index}` }, commit_message: text },
    });
  }
  for (const commit_message of HOSTILE.slice(0, 40)) {
    const body = { environment_name: 'production', variant_id, commit_message };
    await client.deployVariant({ body });
  }
  const { id } = await client.createTestset({
    parameters: { app_id: appId },
    body: {
      name: ONE,
      csvdata: HOSTILE.map((text, index) => ({ [ONE]: text, [NAMES[index] ?? '']: text })),
      commit_message: ONE,
    },
  });
  return { appId, variant_id, testsetId: id };
}

describe(`${HOSTILE.length} hostile texts`, () => {
  test('run nowhere and reach no other host', async () => {
    assert.ok(HOSTILE.length >= 100);
    const { appId, variant_id, testsetId } = await furnishWithHostility(owner());
    const page = await signIn({ expected: /409 \(Conflict\)/ });
    const app = `/apps/${appId}`;
    const open = async (path: string, sign: string) => {
      await page.goto(path);
      await page.getByText(sign).first().waitFor();
      await page.waitForLoadState('networkidle');
      await assertNothingRan(page, path);
    };
    await open('/apps', 'Apps');
    await page.getByRole('button', { name: 'Create app' }).click();
    await page.getByLabel('App name').fill(ONE);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await assertNothingRan(page, 'an error');

    await open(app, 'Variants');
    await open(`${app}/variants/${variant_id}`, 'All parameters');
    await page.getByRole('button', { name: 'Actions for revision 60' }).click();
    await page.getByRole('menuitem', { name: 'Compare with current' }).click();
    await page.getByRole('dialog').getByText('revision 60').first().waitFor();
    await assertNothingRan(page, 'a diff');

    await open(`${app}/environments?environment=production`, 'History of production');
    await open(`${app}/testsets`, 'rows');
    await page.getByRole('button', { name: 'Import' }).click();
    const rows = HOSTILE.map((text) => JSON.stringify({ [ONE]: text })).join('\n');
    await page.getByLabel('Or paste from a spreadsheet').fill(rows);
    await page.getByText(`${HOSTILE.length} rows, 1 column.`).waitFor();
    await assertNothingRan(page, 'the preview of an import');

    await open(`${app}/testsets/${testsetId}`, 'rows');
    await page.getByRole('grid').focus();
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('PageDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await assertNothingRan(page, 'the cells of the grid');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('script');
    await page.getByRole('option').first().waitFor();
    await assertNothingRan(page, 'the command palette');
  });

  test('do nothing in URLs', async () => {
    const page = await signIn({ expected: /40[04]/ });
    const heading = page.getByRole('heading', { level: 1 });
    const neutral = heading.filter({ hasText: NEUTRAL_TITLE });
    const shell = (await page.goto(NEUTRAL_PATH)) ?? assert.fail('an answer');
    const html = await shell.text();
    for (const text of HOSTILE.slice(0, 12)) {
      const part = encodeURIComponent(text);
      for (const path of [`/apps/${part}`, `/login?next=${part}`, `/nowhere/${part}#${part}`]) {
        // Every path serves the same HTML, so only its scripts read the URL.
        const answer = await page.request.get(path, { headers: { accept: 'text/html' } });
        assert.equal(await answer.text(), html, path);
        await follow(page, path);
        await heading.filter({ hasNotText: NEUTRAL_TITLE }).waitFor();
        await assertNothingRan(page, path);
        await follow(page, NEUTRAL_PATH);
        await neutral.waitFor();
      }
    }
    await page.goto(`/nowhere/${encodeURIComponent(ONE)}#${encodeURIComponent(ONE)}`);
    await heading.waitFor();
    await assertNothingRan(page, 'a URL opened directly');
  });
});
