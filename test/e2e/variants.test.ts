import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { editor, editorText, replaceText } from './support/editors.ts';
import { follow } from './support/follow.ts';
import { CONCISE, type Furniture, furnish } from './support/furniture.ts';
import { stage } from './support/stage.ts';

const { owner, signIn } = stage();

const STALE = { expected: /412 \(Precondition Failed\)/ };

const addressOf = ({ appId, conciseId }: Furniture) => `/apps/${appId}/variants/${conciseId}`;

async function askToSave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
}

/** Saves the prompt of a variant that was renamed meanwhile; both changes are kept. */
async function saveBesideName(page: Page, name: string): Promise<void> {
  const variant_id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await askToSave(page);
  await page.getByText('Saved as revision 3.').last().waitFor();
  // The message may be that of another variant.
  await page.getByLabel('Revisions').getByText('Revision 3', { exact: true }).waitFor();
  const stored = await owner().fetchVariant({ parameters: { variant_id } });
  assert.equal(stored.config_name, name);
  assert.equal(stored.parameters?.['prompt_user'], 'mine: {{question}}');
}

describe('a variant', () => {
  test('saved by another person meanwhile shows both sides and lets me choose', async () => {
    const furniture = await furnish(owner(), 'conflicts');
    const place = { variant_id: furniture.conciseId };
    const saveElsewhere = (prompt_user: string) =>
      owner().updateVariantParameters({
        parameters: place,
        body: { parameters: { ...CONCISE, prompt_user } },
      });
    const page = await signIn(STALE);
    await page.goto(addressOf(furniture));
    await replaceText(page, 'prompt_user', 'mine: {{question}}');
    await saveElsewhere('theirs: {{question}}');
    await askToSave(page);

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

    await replaceText(page, 'prompt_user', 'mine again');
    await saveElsewhere('newer {{question}}');
    await askToSave(page);
    await page.getByRole('button', { name: 'Use theirs' }).click();
    await editor(page, 'prompt_user').getByText('newer').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Save' }).isDisabled());
  });

  test('moves no button of a dialog while its comparison loads', async () => {
    const furniture = await furnish(owner(), 'steady');
    const page = await signIn();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/DiffView-*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(addressOf(furniture));
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
    release();
    await dialog.getByText('longer:').waitFor();
    assert.deepEqual(await save.boundingBox(), before);
  });

  test('renamed before its unsaved changes are saved, also by another person, has no conflict', async () => {
    const furniture = await furnish(owner(), 'renamed first');
    const page = await signIn(STALE);
    await page.goto(addressOf(furniture));
    await replaceText(page, 'prompt_user', 'mine: {{question}}');
    await page.getByRole('button', { name: 'Variant actions' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByLabel('Config name').fill('short');
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    assert.equal(await editorText(page, 'prompt_user'), 'mine: {{question}}');
    await saveBesideName(page, 'short');

    const elsewhere = await furnish(owner(), 'renamed elsewhere');
    await follow(page, addressOf(elsewhere));
    await page.getByRole('heading', { level: 1, name: 'concise' }).waitFor();
    await replaceText(page, 'prompt_user', 'mine: {{question}}');
    await owner().renameVariant({
      parameters: { variant_id: elsewhere.conciseId },
      body: { variant_name: 'chat.short', config_name: 'shorter' },
    });
    await saveBesideName(page, 'shorter');
  });

  test('compares any two revisions of any two variants, restores one and undoes that', async () => {
    const furniture = await furnish(owner(), 'history');
    const page = await signIn();
    await page.goto(addressOf(furniture));
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
    const { revision } = await owner().fetchVariant({
      parameters: { variant_id: furniture.conciseId },
    });
    assert.equal(revision, 4);
  });

  test('starts from the newest parameters of another, even if the list of variants is outdated', async () => {
    const furniture = await furnish(owner(), 'copied');
    const page = await signIn();
    await page.goto(`/apps/${furniture.appId}`);
    await page.getByRole('button', { name: 'Add variant' }).click();
    await page.getByLabel('Name', { exact: true }).fill('copy');
    await page.getByLabel('Start from the parameters of').selectOption(furniture.conciseId);
    const prompt_user = 'just saved: {{question}}';
    await owner().updateVariantParameters({
      parameters: { variant_id: furniture.conciseId },
      body: { parameters: { ...CONCISE, prompt_user } },
    });
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'copy' }).waitFor();
    await page.getByText('Copied from chat.concise, revision 3').waitFor();
    await editor(page, 'prompt_user').getByText(prompt_user).waitFor();
  });

  test('keeps the Undo button in place when an older message is dismissed', async () => {
    const furniture = await furnish(owner(), 'messages');
    const page = await signIn({ expected: /net::ERR_FAILED/ });
    await page.goto(addressOf(furniture));
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
    // Waits until it has come to rest.
    await page.evaluate(() =>
      Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
    );
    const place = await undo.boundingBox();
    await dismiss.nth(1).click();
    await dismiss.nth(1).waitFor({ state: 'detached' });
    assert.deepEqual(await undo.boundingBox(), place);
  });

  test('is edited with hints about known parameters, and cannot be saved while they are no JSON object', async () => {
    const furniture = await furnish(owner(), 'hints');
    const page = await signIn();
    await page.goto(addressOf(furniture));
    await replaceText(page, 'Parameters as JSON', '{"model": "small", "other": {}, ');
    await page.keyboard.type('"temp');
    await page.getByText('Randomness of the output').waitFor();
    // At first Enter is a line break, so that the user accepts no completion unseen.
    await page.getByRole('option', { name: 'temperature' }).click();
    await page.keyboard.type('"hot"}');
    await page.locator('.cm-lintRange-warning').waitFor();
    assert.equal(
      await editorText(page, 'Parameters as JSON'),
      '{"model": "small", "other": {}, "temperature": "hot"}',
    );
    // A custom app may want this value, so a hint does not prevent saving.
    assert.ok(await page.getByRole('button', { name: 'Save' }).isEnabled());

    await replaceText(page, 'Parameters as JSON', '{"other": {"te');
    await page.keyboard.press('Control+Space');
    assert.equal(await page.getByRole('option').count(), 0);

    await replaceText(page, 'Parameters as JSON', '{ "model": ');
    await page.getByText('This is not a JSON object yet').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Save' }).isDisabled());
  });

  test('keeps the editor of a text even when its new content would get none, and asks before the user leaves unsaved changes', async () => {
    const furniture = await furnish(owner(), 'steady editors');
    await owner().updateVariantParameters({
      parameters: { variant_id: furniture.conciseId },
      body: { parameters: { messages: [{ role: 'user', content: 'Hi {{name}}' }] } },
    });
    const page = await signIn();
    await page.goto(addressOf(furniture));
    const content = editor(page, 'messages › 0 › content');
    await content.click();
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    await page.keyboard.insertText(' there');
    assert.equal(await content.innerText(), 'Hi {{name} there');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    assert.equal(await content.innerText(), 'Hi {{name}}');

    const label = 'messages › 0 › content';
    await replaceText(page, label, 'half a thought');
    await page.getByRole('link', { name: 'Environments' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await editorText(page, label), 'half a thought');
    await page.getByRole('link', { name: 'Environments' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'Environments' }).waitFor();
  });

  test('that is deployed is not deleted, and the page names the environment; another one is deleted', async () => {
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
    await follow(page, `/apps/${appId}/variants/${spare.variant_id}`);
    await page.getByRole('heading', { level: 1, name: 'spare' }).waitFor();
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
