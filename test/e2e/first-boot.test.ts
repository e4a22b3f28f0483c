import { describe, test } from 'node:test';
import { until } from '../support/until.ts';
import { editor, replaceText } from './support/editors.ts';
import { stage } from './support/stage.ts';

const { server, openPage } = stage({ owner: 'to be set up' });

describe('first boot', () => {
  test('leads from the printed link to a deployed variant and back', async () => {
    const page = await openPage();

    await page.goto('/');
    await page.getByText('Open the setup link that the server printed').waitFor();

    await page.goto(server().setupUrl ?? '');
    await page.getByLabel('E-mail').fill('reviewer@jurybox.test');
    await page.getByLabel('Name').fill('Reviewer');
    await page.getByLabel('New password').fill('tall green otters');
    await page.getByRole('button', { name: 'Create owner' }).click();

    await page.getByRole('button', { name: 'Create app' }).click();
    await page.getByLabel('App name').fill('support bot');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'support bot' }).waitFor();

    await page.getByRole('button', { name: 'Create base' }).click();
    await page.getByLabel('Base name').fill('chat');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'default' }).waitFor();

    await replaceText(page, 'prompt_system', 'Answer {{customer}} kindly.');
    await editor(page, 'Parameters as JSON').getByText('Answer {{customer}} kindly.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    const saving = page.getByRole('dialog', { name: 'Save as a new revision' });
    await saving.getByText('Answer {{customer}} kindly.').waitFor();
    await saving.getByLabel('Message').fill('First prompt');
    await saving.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Revisions').getByText('Revision 2', { exact: true }).waitFor();
    await page.getByText('First prompt').waitFor();

    await page.getByRole('link', { name: 'Variants' }).click();
    await page.getByRole('button', { name: 'Add variant' }).click();
    await page.getByLabel('Name', { exact: true }).fill('concise');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'concise' }).waitFor();
    await replaceText(page, 'prompt_system', 'Answer in one sentence.');
    await page.getByRole('button', { name: 'Save', disabled: false }).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Revisions').getByText('Revision 2', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Deploy…' }).click();
    await page.getByLabel('Environment').selectOption('production');
    await page.getByText('Nothing is deployed there yet').waitFor();
    await page.getByRole('button', { name: 'Deploy to production' }).click();
    await page.getByText('production now runs chat.concise, revision 2.').waitFor();

    await page.getByRole('button', { name: 'Actions for revision 1' }).click();
    await page.getByRole('menuitem', { name: 'Deploy…' }).click();
    await page.getByLabel('Environment').selectOption('production');
    const deploying = page.getByRole('dialog');
    await deploying.getByText('Answer in one sentence.').waitFor();
    await deploying.getByText('Answer {{customer}} kindly.').waitFor();
    await page.getByRole('button', { name: 'Deploy to production' }).click();
    await page.getByText('production now runs chat.concise, revision 1.').waitFor();

    await page.getByRole('link', { name: 'Environments' }).click();
    await page.getByRole('link', { name: /^production/ }).click();
    await page.getByRole('button', { name: 'Revert to this' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revert to this' }).click();
    const told = page.getByRole('dialog', { name: /^production runs/ });
    await told.getByText('production runs chat.concise · revision 2 again.').hover();
    await page.getByRole('row', { name: /^3 .*running.*revert to 1/ }).waitFor();

    await told.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    await page.getByRole('row', { name: /^4 chat\.concise · revision 1 running/ }).waitFor();
  });

  test('can be left and entered again by keyboard alone', async () => {
    const page = await openPage();
    await page.goto('/settings/keys');
    await page.getByRole('heading', { name: 'Sign in to Jurybox' }).waitFor();
    await page.keyboard.type('reviewer@jurybox.test');
    await page.keyboard.press('Tab');
    await page.keyboard.type('tall green otters');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Create a key for your programs' }).waitFor();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('concise');
    await page.locator('[role=option][data-highlighted]').getByText('chat.concise').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'concise' }).waitFor();
    await until('the title says so', async () => /concise/.test(await page.title()));
  });
});
