import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { replaceText } from './support/editors.ts';
import { follow } from './support/follow.ts';
import { CONCISE, furnish } from './support/furniture.ts';
import { stage } from './support/stage.ts';

const { owner, signIn } = stage();

const STALE = { expected: /412 \(Precondition Failed\)/ };

async function choose(page: Page, menu: string, action: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Lets the next request with this method reach the server, but drops its response. */
async function loseResponse(page: Page, method: string): Promise<void> {
  let isLost = false;
  await page.route('**/api/**', async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
}

/** Goes to another page of the web UI and waits for its title. */
async function visit(page: Page, path: string, name: string): Promise<void> {
  await follow(page, path);
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Saves an outdated form, checks that both values are shown, keeps mine and saves it. */
async function keepMine(page: Page, button: string, theirs: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: button }).click();
  await dialog.getByText('Another person saved first').waitFor();
  await dialog.getByRole('cell', { name: theirs, exact: true }).waitFor();
  assert.ok(await dialog.getByRole('button', { name: button }).isDisabled());
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await dialog.getByRole('button', { name: button }).click();
  await dialog.waitFor({ state: 'hidden' });
}

describe('a change that another person saved first', () => {
  test('is shown beside my name of an app, its base and a variant; new parameters do not block a rename', async () => {
    const { appId, baseId, conciseId } = await furnish(owner(), 'before');
    const page = await signIn(STALE);
    await page.goto(`/apps/${appId}`);
    await choose(page, 'App actions', 'Rename');
    await page.getByLabel('App name').fill('mine');
    await owner().renameApp({ parameters: { app_id: appId }, body: { app_name: 'theirs' } });
    await keepMine(page, 'Rename', 'theirs');
    await page.getByRole('heading', { level: 1, name: 'mine' }).waitFor();

    await choose(page, 'Actions for base chat', 'Edit base');
    await page.getByLabel('Base name').fill('my base');
    await owner().updateBase({
      parameters: { base_id: baseId },
      body: { base_name: 'their base', uri: 'https://run.example/theirs' },
    });
    await keepMine(page, 'Save', 'https://run.example/theirs');
    const base = await owner().fetchBase({ parameters: { base_id: baseId } });
    assert.deepEqual([base.base_name, base.uri], ['my base', null]);

    const parameters = { variant_id: conciseId };
    await visit(page, `/apps/${appId}/variants/${conciseId}`, 'concise');
    const rename = async (name: string) => {
      await choose(page, 'Variant actions', 'Rename');
      await page.getByLabel('Config name').fill(name);
    };
    await rename('mine');
    await owner().renameVariant({
      parameters,
      body: { variant_name: 'chat.concise', config_name: 'theirs' },
    });
    await keepMine(page, 'Rename', 'theirs');
    assert.equal((await owner().fetchVariant({ parameters })).config_name, 'mine');

    await rename('at once');
    await owner().updateVariantParameters({ parameters, body: { parameters: CONCISE } });
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    assert.equal((await owner().fetchVariant({ parameters })).config_name, 'at once');
  });

  test('is shown beside my name of a test set, and its new rows are kept', async () => {
    const { app_id } = await owner().createApp({ body: { app_name: 'rows' } });
    const { id } = await owner().createTestset({
      parameters: { app_id },
      body: { name: 'cases', csvdata: [{ question: 'one' }] },
    });
    const page = await signIn(STALE);
    await page.goto(`/apps/${app_id}/testsets/${id}`);
    await choose(page, 'Actions for cases', 'Rename');
    await page.getByLabel('Test set name').fill('mine');
    await owner().updateTestset({
      parameters: { testset_id: id },
      body: { name: 'theirs', csvdata: [{ question: 'two' }] },
    });
    await keepMine(page, 'Rename', 'theirs');
    const { name, csvdata } = await owner().fetchTestset({ parameters: { testset_id: id } });
    assert.deepEqual([name, csvdata], ['mine', [{ question: 'two' }]]);
  });

  test('replaces my values in the form of a provider when I choose Use theirs', async () => {
    const { app_id } = await owner().createApp({ body: { app_name: 'models' } });
    const { workspace_id } = await owner().fetchApp({ parameters: { app_id } });
    const { id } = await owner().createProvider({
      body: {
        workspace_id: workspace_id ?? '',
        name: 'stub',
        base_url: 'https://models.jurybox.test/v1',
        api_key: 'sk-0123456789abcdef',
      },
    });
    const parameters = { provider_id: id };
    const page = await signIn(STALE);
    await page.goto('/settings/providers');
    const dialog = page.getByRole('dialog');
    await choose(page, 'Actions for stub', 'Edit provider');
    await dialog.getByLabel('Concurrent calls').fill('3');
    await owner().updateProvider({
      parameters,
      body: { max_concurrent: 5, api_key: 'sk-fedcba9876543210' },
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    const row = dialog.getByRole('row', { name: 'Concurrent calls' });
    await row.waitFor();
    assert.deepEqual(await row.getByRole('cell').allInnerTexts(), ['8', '5', '3']);
    // I entered no key, so theirs stays either way.
    assert.equal(await dialog.getByRole('row', { name: 'API key' }).count(), 0);
    await dialog.getByRole('button', { name: 'Use theirs' }).click();
    assert.equal(await dialog.getByLabel('Concurrent calls').inputValue(), '5');
    await dialog.getByText('A key ending in 3210 is stored').waitFor();

    await dialog.getByLabel('Name').fill('my stub');
    await owner().updateProvider({ parameters, body: { name: 'their stub' } });
    await keepMine(page, 'Save', 'their stub');
    const { name, max_concurrent } = await owner().fetchProvider({ parameters });
    assert.deepEqual([name, max_concurrent], ['my stub', 5]);
  });

  test('is shown instead of deleting or restoring over a variant, and is deployed again when I undo a revert, even if my page never showed it', async () => {
    const { appId, conciseId } = await furnish(owner(), 'unseen');
    const parameters = { variant_id: conciseId };
    const page = await signIn(STALE);
    await page.goto(`/apps/${appId}/variants/${conciseId}`);
    await page.getByRole('button', { name: 'Actions for revision 1' }).waitFor();
    await owner().updateVariantParameters({
      parameters,
      body: { parameters: { ...CONCISE, model: 'large' } },
    });
    await choose(page, 'Actions for revision 1', 'Restore');
    await page.getByText(/another person saved this variant first.*revision 3/).waitFor();
    await page.getByRole('button', { name: 'Actions for revision 3' }).waitFor();
    await owner().updateVariantParameters({ parameters, body: { parameters: CONCISE } });
    await choose(page, 'Variant actions', 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText(/another person saved this variant first.*revision 4/).waitFor();
    assert.equal((await owner().fetchVariant({ parameters })).revision, 4);

    await follow(page, `/apps/${appId}/environments?environment=production`);
    const revert = page.getByRole('button', { name: 'Revert to this' });
    await revert.waitFor();
    await owner().deployVariant({
      body: { environment_name: 'production', variant_id: conciseId, revision: 4 },
    });
    await revert.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revert to this' }).click();
    await page.getByText('production runs chat.concise · revision 1 again.').hover();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    const environments = await owner().listEnvironments({ parameters: { app_id: appId } });
    const production = environments.find(({ name }) => name === 'production');
    assert.deepEqual(
      [production?.deployed_variant_name, production?.revision],
      ['chat.concise', 4],
    );
  });
});

describe('saving again after the response was lost', () => {
  const CUT = { expected: /412 \(Precondition Failed\)|ERR_FAILED/ };
  const saveTwice = async (page: Page, method: string, button: string) => {
    await loseResponse(page, method);
    const save = page.getByRole('dialog').getByRole('button', { name: button });
    await save.click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await save.click();
    await save.waitFor({ state: 'hidden' });
  };

  test('is no conflict: parameters and names of a variant, rows of a test set, settings of an evaluation', async () => {
    const { appId, conciseId } = await furnish(owner(), 'cut');
    const parameters = { variant_id: conciseId };
    const page = await signIn(CUT);
    await page.goto(`/apps/${appId}/variants/${conciseId}`);
    await replaceText(page, 'prompt_user', 'Asked: {{question}}');
    await page.getByRole('button', { name: 'Save' }).click();
    await saveTwice(page, 'PUT', 'Save');
    assert.equal((await owner().fetchVariant({ parameters })).revision, 3);

    await choose(page, 'Variant actions', 'Rename');
    await page.getByLabel('Config name').fill('mine');
    await saveTwice(page, 'PATCH', 'Rename');
    assert.equal((await owner().fetchVariant({ parameters })).config_name, 'mine');

    const { app_id } = await owner().createApp({ body: { app_name: 'cut rows' } });
    const { id } = await owner().createTestset({
      parameters: { app_id },
      body: { name: 'cases', csvdata: [{ question: 'one' }] },
    });
    await visit(page, `/apps/${app_id}/testsets/${id}`, 'cases');
    await page.getByRole('button', { name: 'Add row' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await saveTwice(page, 'PUT', 'Save');
    const { csvdata, revision } = await owner().fetchTestset({ parameters: { testset_id: id } });
    assert.deepEqual([csvdata.length, revision], [2, 2]);

    const { evaluation_id } = await makeHumanEvaluation(owner(), { rows: numberedRows(1) });
    await follow(page, `/evaluations/${evaluation_id}`);
    await page.getByRole('button', { name: 'Edit settings' }).click();
    await page.getByLabel('Judgements per task').fill('2');
    await saveTwice(page, 'PATCH', 'Save');
    const { judgements_per_task } = await owner().fetchEvaluationSettings({
      parameters: { evaluation_id },
    });
    assert.equal(judgements_per_task, 2);
  });
});
