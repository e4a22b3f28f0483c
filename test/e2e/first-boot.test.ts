import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type GenerateApp, startGenerateApp } from '../../examples/generate-app/server.ts';
import { ALLOW_LOOPBACK } from '../support/generation.ts';
import { until } from '../support/until.ts';
import { editor, replaceText } from './support/editors.ts';
import { follow } from './support/follow.ts';
import { enterAsGuest, pressForNext } from './support/judge-page.ts';
import { stage } from './support/stage.ts';

const { server, openPage, signIn } = stage({
  owner: 'to be set up',
  environment: ALLOW_LOOPBACK,
});

let app: GenerateApp;
before(async () => {
  app = await startGenerateApp();
});
after(() => app.close());

const SCENARIOS = 12;
const NUMBERS = Array.from({ length: SCENARIOS }, (_, index) => index);
const QUESTIONS = ['question', ...NUMBERS.map((number) => `question ${number}`)].join('\n');
const OUTPUTS = [
  'question,concise',
  ...NUMBERS.map((number) => `question ${number},short ${number}`),
].join('\n');

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

/** Prefers the short output, on either side. */
async function judgeAll(page: Page): Promise<void> {
  for (let task = 0; task < SCENARIOS; task += 1) {
    const left = await page.getByRole('region', { name: 'Output A' }).innerText();
    await pressForNext(page, left.includes('short') ? 'a' : 'b');
  }
  await page.getByText(`You have judged ${SCENARIOS} tasks`).waitFor();
}

describe('first boot', () => {
  test('leads from the printed setup link to a deployed variant, a revert and its undo', async () => {
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
    await page.getByLabel('Address of the app').fill(app.url);
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
    const toast = page.getByRole('dialog', { name: /^production runs/ });
    await toast.getByText('production runs chat.concise · revision 2 again.').hover();
    await page.getByRole('row', { name: /^3 .*running.*revert to 1/ }).waitFor();

    await toast.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    await page.getByRole('row', { name: /^4 chat\.concise · revision 1 running/ }).waitFor();
  });

  test('signs in again and finds a variant by keyboard alone', async () => {
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

  test('continues with two annotators to the winner in production and its revert', async () => {
    const page = await signIn({
      as: { email: 'reviewer@jurybox.test', password: 'tall green otters' },
    });
    await page.goto('/apps');
    await page.getByRole('link', { name: 'support bot' }).click();
    await page.getByRole('link', { name: 'Test sets' }).click();
    await press(page, 'Import');
    await page.getByLabel('Or paste from a spreadsheet').fill(QUESTIONS);
    await page.getByLabel('Test set name').fill('questions');
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
    await page.getByRole('heading', { level: 1, name: 'questions' }).waitFor();

    await page.getByRole('link', { name: 'Evaluations' }).click();
    await page.getByRole('link', { name: 'New evaluation' }).click();
    await page.getByLabel(/default/).check();
    await page.getByLabel(/concise/).check();
    await page.getByLabel('Test set').selectOption({ label: `questions (${SCENARIOS} rows)` });
    await page.getByRole('checkbox', { name: 'question' }).check();
    await press(page, 'Next');
    await page.getByLabel('Outputs of chat.concise').selectOption('import');
    await press(page, 'Next');
    await page.getByLabel('Judgements per task').first().fill('2');
    await press(page, 'Next');
    await press(page, 'Create');

    await page.getByText(`0 of ${2 * SCENARIOS} judgements`).waitFor();
    await page.getByText(`${SCENARIOS} of ${SCENARIOS} outputs`).waitFor();
    await press(page, 'Import outputs');
    await page.getByLabel('Or paste from a spreadsheet').fill(OUTPUTS);
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
    await page.getByText(`${SCENARIOS} of ${SCENARIOS} tasks have all outputs`).waitFor();
    const overview = page.url();

    await press(page, 'Invite guests');
    await press(page, 'Create');
    const link = await page.getByRole('dialog').locator('code').innerText();
    await press(page, 'Done');
    const guest = await openPage({ context: { viewport: { width: 360, height: 740 } } });
    await enterAsGuest(guest, link, 'Second reviewer');
    await judgeAll(guest);
    await page.getByText(`${SCENARIOS} of ${2 * SCENARIOS} judgements`).waitFor();
    await page.getByRole('cell', { name: 'Second reviewer guest' }).waitFor();

    await page.getByRole('link', { name: 'Inbox' }).click();
    await page.getByRole('link', { name: /default vs concise on questions \d+ left/ }).click();
    await page.getByRole('region', { name: 'Output A' }).waitFor();
    await judgeAll(page);

    await follow(page, overview);
    await page.getByText(`${2 * SCENARIOS} of ${2 * SCENARIOS} judgements`).waitFor();
    await page.getByRole('link', { name: 'Results', exact: true }).click();
    await page.getByText(`chat.concise is better: ${2 * SCENARIOS} (100 %)`).waitFor();
    await page.getByText(/^chat\.concise is better than chat\.default: it wins/).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV: Judgements' }).click(),
    ]);
    assert.equal(file.suggestedFilename(), 'judgements.csv');

    await follow(page, overview);
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Link revoked.').waitFor();
    await page.getByRole('button', { name: 'Evaluation actions' }).click();
    await page.getByRole('menuitem', { name: 'Close' }).click();
    await page.getByText('It takes no more judgements').waitFor();
    await press(page, 'Undo');
    await page.getByText('Undone.').waitFor();
    await page.getByRole('link', { name: 'Read results' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Judge', exact: true }).count(), 0);

    await page.getByRole('link', { name: 'support bot' }).first().click();
    await page.getByRole('link', { name: 'Variants' }).click();
    await page.getByRole('link', { name: /^concise/ }).click();
    await press(page, 'Deploy…');
    await page.getByLabel('Environment').selectOption('production');
    await press(page, 'Deploy to production');
    await page.getByText('production now runs chat.concise, revision 2.').waitFor();
    await page.getByRole('link', { name: 'Environments' }).click();
    await page.getByRole('link', { name: /^production/ }).click();
    await page
      .getByRole('row', { name: /^4 chat\.concise · revision 1/ })
      .getByRole('button', { name: 'Revert to this' })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revert to this' }).click();
    await page.getByText('production runs chat.concise · revision 1 again.').waitFor();
  });
});
