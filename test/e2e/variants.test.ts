import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { editor, editorText, replaceText } from './support/editors.ts';
import { CONCISE, furnish } from './support/furniture.ts';
import { stage } from './support/stage.ts';

const { owner, signIn } = stage();

const STALE = { expected: /412 \(Precondition Failed\)/ };

/** A variant in the editor, with a prompt that is not saved. */
async function openChanged(appName: string, options?: Parameters<typeof signIn>[0]) {
  const { appId, conciseId } = await furnish(owner(), appName);
  const page = await signIn(options);
  await page.goto(`/apps/${appId}/variants/${conciseId}`);
  await replaceText(page, 'prompt_user', 'mine: {{question}}');
  return { page, parameters: { variant_id: conciseId } };
}

/** Saves the prompt of a variant that was renamed meanwhile, and keeps both. */
async function saveBesideName(page: Page, parameters: { variant_id: string }): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Saved as revision \d\.$/).waitFor();
  const stored = await owner().fetchVariant({ parameters });
  assert.equal(stored.config_name, 'short');
  assert.equal(stored.parameters?.['prompt_user'], 'mine: {{question}}');
}

describe('a variant', () => {
  test('saved by somebody else meanwhile shows both sides and lets me choose', async () => {
    const { page, parameters: place } = await openChanged('conflicts', STALE);
    await owner().updateVariantParameters({
      parameters: place,
      body: { parameters: { ...CONCISE, prompt_user: 'theirs: {{question}}' } },
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();

    const conflict = page.getByRole('dialog', { name: 'Another person saved first' });
    await conflict.getByText('theirs:').waitFor();
    await conflict.getByText('mine:').waitFor();
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    assert.equal(await editorText(page, 'prompt_user'), 'mine: {{question}}');

    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByText('theirs:').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as revision 4.').waitFor();
    const { parameters } = await owner().fetchVariant({ parameters: place });
    assert.equal(parameters?.['prompt_user'], 'mine: {{question}}');
  });

  test('moves no button of a dialog while the comparison in it is on its way', async () => {
    const { appId, conciseId } = await furnish(owner(), 'steady');
    const page = await signIn();
    const { promise: asked, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/assets/DiffView-*.js', async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(`/apps/${appId}/variants/${conciseId}`);
    await replaceText(page, 'prompt_user', 'longer: {{question}}');
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Save' });
    await dialog.getByText('Loading…').waitFor({ state: 'attached' });
    // Dialogs rise a little when they open.
    await dialog.evaluate((element) =>
      Promise.all(element.getAnimations().map(({ finished }) => finished)),
    );
    const before = await save.boundingBox();
    letGo();
    await dialog.getByText('longer:').waitFor();
    assert.deepEqual(await save.boundingBox(), before);
  });

  test('renamed before its unsaved changes are saved is in nobody’s way', async () => {
    const { page, parameters } = await openChanged('renamed first');
    await page.getByRole('button', { name: 'Variant actions' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByLabel('Config name').fill('short');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    assert.equal(await editorText(page, 'prompt_user'), 'mine: {{question}}');
    await saveBesideName(page, parameters);
  });

  test('renamed by somebody else before its unsaved changes are saved is in nobody’s way', async () => {
    const { page, parameters } = await openChanged('renamed elsewhere', STALE);
    await owner().renameVariant({
      parameters,
      body: { variant_name: 'chat.short', config_name: 'short' },
    });
    await saveBesideName(page, parameters);
  });

  test('takes what somebody else saved when I say so', async () => {
    const { appId, conciseId } = await furnish(owner(), 'their side');
    const page = await signIn(STALE);
    await page.goto(`/apps/${appId}/variants/${conciseId}`);
    await replaceText(page, 'prompt_user', 'mine');
    await owner().updateVariantParameters({
      parameters: { variant_id: conciseId },
      body: { parameters: { ...CONCISE, prompt_user: 'theirs {{question}}' } },
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Use theirs' }).click();
    await editor(page, 'prompt_user').getByText('theirs').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Save' }).isDisabled());
  });

  test('compares any two revisions of any two variants, restores one and takes that back', async () => {
    const { appId, conciseId } = await furnish(owner(), 'history');
    const page = await signIn();
    await page.goto(`/apps/${appId}/variants/${conciseId}`);
    await page.getByRole('button', { name: 'Actions for revision 1' }).click();
    await page.getByRole('menuitem', { name: 'Compare with current' }).click();
    const compare = page.getByRole('dialog', { name: 'Compare' });
    await compare.getByText('politely.').waitFor();
    await compare.getByText('in at most two sentences.').waitFor();
    await compare
      .getByRole('group', { name: 'Left side' })
      .getByLabel('Revision')
      .selectOption('2');
    await compare.getByText('Both are the same.').waitFor();
    await compare
      .getByRole('group', { name: 'Right side' })
      .getByLabel('Variant')
      .selectOption('chat.baseline');
    await compare.getByText('politely.').waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Actions for revision 1' }).click();
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    await page.getByText('Revision 1 was restored as revision 3.').waitFor();
    await editor(page, 'prompt_system').getByText('politely').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    await editor(page, 'prompt_system').getByText('two sentences').waitFor();
    const { revision } = await owner().fetchVariant({ parameters: { variant_id: conciseId } });
    assert.equal(revision, 4);
  });

  test('leaves the way back where it is when an older message goes', async () => {
    const { appId, conciseId } = await furnish(owner(), 'messages');
    const page = await signIn({ expected: /net::ERR_FAILED/ });
    await page.goto(`/apps/${appId}/variants/${conciseId}`);
    const restore = async () => {
      await page.getByRole('button', { name: 'Actions for revision 1' }).click();
      await page.getByRole('menuitem', { name: 'Restore' }).click();
    };
    await page.route('**/restore', (route) => route.abort(), { times: 1 });
    await restore();
    const dismiss = page.getByLabel('Dismiss');
    await dismiss.waitFor();
    await restore();
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.click({ trial: true });
    // Once it has come to rest.
    await page.evaluate(() =>
      Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
    );
    const place = await undo.boundingBox();
    await dismiss.nth(1).click();
    await dismiss.nth(1).waitFor({ state: 'detached' });
    assert.deepEqual(await undo.boundingBox(), place);
  });

  test('is not saved while its parameters are no JSON object, and says why', async () => {
    const { appId, conciseId } = await furnish(owner(), 'broken JSON');
    const page = await signIn();
    await page.goto(`/apps/${appId}/variants/${conciseId}`);
    await replaceText(page, 'Parameters as JSON', '{ "model": ');
    await page.getByText('This is not a JSON object yet').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Save' }).isDisabled());
  });

  test('is written with hints about the parameters that providers know', async () => {
    const { appId, conciseId } = await furnish(owner(), 'hints');
    const page = await signIn();
    await page.goto(`/apps/${appId}/variants/${conciseId}`);
    await replaceText(page, 'Parameters as JSON', '{"model": "small", "other": {}, ');
    await page.keyboard.type('"temp');
    await page.getByText('Randomness of the output').waitFor();
    // Enter would be a line break in the first moment, so that nobody takes an offer unseen.
    await page.getByRole('option', { name: 'temperature' }).click();
    await page.keyboard.type('"hot"}');
    await page.locator('.cm-lintRange-warning').waitFor();
    assert.equal(
      await editorText(page, 'Parameters as JSON'),
      '{"model": "small", "other": {}, "temperature": "hot"}',
    );
    // An app of one's own may want it so: a hint keeps nobody from saving.
    assert.ok(await page.getByRole('button', { name: 'Save' }).isEnabled());

    await replaceText(page, 'Parameters as JSON', '{"other": {"te');
    await page.keyboard.press('Control+Space');
    assert.equal(await page.getByRole('option').count(), 0);
  });

  test('keeps the editor of a text while it is edited into one that would get none', async () => {
    const { appId, conciseId } = await furnish(owner(), 'steady editors');
    await owner().updateVariantParameters({
      parameters: { variant_id: conciseId },
      body: { parameters: { messages: [{ role: 'user', content: 'Hi {{name}}' }] } },
    });
    const page = await signIn();
    await page.goto(`/apps/${appId}/variants/${conciseId}`);
    const content = editor(page, 'messages › 0 › content');
    await content.click();
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    await page.keyboard.insertText(' there');
    assert.equal(await content.innerText(), 'Hi {{name} there');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    assert.equal(await content.innerText(), 'Hi {{name}}');
  });

  test('asks before unsaved work is left behind', async () => {
    const { appId, conciseId } = await furnish(owner(), 'unsaved');
    const page = await signIn();
    await page.goto(`/apps/${appId}/variants/${conciseId}`);
    await replaceText(page, 'prompt_user', 'half a thought');
    await page.getByRole('link', { name: 'Environments' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await editorText(page, 'prompt_user'), 'half a thought');
    await page.getByRole('link', { name: 'Environments' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'Environments' }).waitFor();
  });

  test('that runs somewhere is not deleted, and the page says where; another one is', async () => {
    const { appId, baseId, conciseId } = await furnish(owner(), 'deletion');
    const page = await signIn({ expected: /409 \(Conflict\)/ });
    await page.goto(`/apps/${appId}/variants/${conciseId}`);
    await page.getByRole('button', { name: 'Variant actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alert').getByText('in use by environment staging.').waitFor();

    const spare = await owner().addVariantFromBase({
      body: {
        base_id: baseId,
        new_variant_name: 'chat.spare',
        new_config_name: 'spare',
        parameters: {},
      },
    });
    await page.goto(`/apps/${appId}/variants/${spare.variant_id}`);
    await page.getByRole('button', { name: 'Variant actions' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByLabel('Config name').fill('leftover');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { level: 1, name: 'leftover' }).waitFor();
    await page.getByRole('button', { name: 'Variant actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('chat.spare was deleted.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'deletion' }).waitFor();
  });
});
