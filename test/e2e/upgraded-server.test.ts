import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { editorText, replaceText } from './support/editors.ts';
import { furnish } from './support/furniture.ts';
import { stage } from './support/stage.ts';

const { owner, signIn } = stage();

const expected = /404 \(Not Found\)/;
const SENTENCE = 'Part of this page could not be loaded';

/** A new release renames its files: those that this page would load next are gone. */
async function removeParts(page: Page, name: string): Promise<() => Promise<void>> {
  const parts = `**/assets/${name}-*`;
  await page.route(parts, (route) => route.fulfill({ status: 404, body: '' }));
  return () => page.unroute(parts);
}

describe('after the server was upgraded', () => {
  for (const part of ['ProfilePage', 'SettingsLayout']) {
    test(`a page whose ${part} is gone offers to reload`, async () => {
      const page = await signIn({ expected });
      await page.goto('/apps');
      await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
      const restoreParts = await removeParts(page, part);
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByText(SENTENCE).waitFor();
      await restoreParts();
      await page.getByRole('button', { name: 'Reload' }).click();
      await page.getByRole('heading', { name: 'Sessions' }).waitFor();
    });
  }

  test('unsaved parameters of a variant are kept and can be saved', async () => {
    const { appId, conciseId } = await furnish(owner(), 'upgraded');
    const page = await signIn({ expected });
    await page.goto(`/apps/${appId}/variants/${conciseId}`);
    await replaceText(page, 'prompt_user', 'typed before the upgrade {{question}}');
    await removeParts(page, 'DiffView');
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(SENTENCE).waitFor();
    await dialog.getByRole('button', { name: 'Reload' }).waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as revision 3.').waitFor();
    assert.equal(await editorText(page, 'prompt_user'), 'typed before the upgrade {{question}}');
  });

  test('the annotator can go on judging, and keeps the note', async () => {
    const made = await makeHumanEvaluation(owner(), { rows: numberedRows(2) });
    await fillOutputs(owner(), made);
    const page = await signIn({ expected });
    await page.goto(`/judge/${made.evaluation_id}`);
    await page.getByText('0 of 2', { exact: true }).waitFor();
    const note = page.getByRole('textbox', { name: 'Note' }).filter({ visible: true });
    await note.fill('typed before the upgrade');
    await removeParts(page, 'MarkdownText');
    await removeParts(page, '*');
    await page.getByLabel('Show as').selectOption('markdown');
    await page.getByText(SENTENCE).filter({ visible: true }).first().waitFor();
    assert.equal(await note.inputValue(), 'typed before the upgrade');
    await page.getByRole('button', { name: 'Differences' }).click();
    assert.equal(await note.inputValue(), 'typed before the upgrade');
    await page.getByRole('button', { name: 'A is better' }).filter({ visible: true }).click();
    await page.getByText('1 of 2', { exact: true }).waitFor();
  });
});
