import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { JsonObject } from '../../src/contract/fields.ts';
import { makeMember } from '../support/builders.ts';
import { ALLOW_LOOPBACK } from '../support/generation.ts';
import { answerChat } from '../support/providers.ts';
import { startTarget } from '../support/target-server.ts';
import { assertLook, PHONE } from './support/assert-look.ts';
import { axeFindings } from './support/axe-findings.ts';
import { type Furniture, furnish } from './support/furniture.ts';
import { painted } from './support/judge-page.ts';
import { stage } from './support/stage.ts';

const { owner, server, signIn } = stage({ environment: ALLOW_LOOPBACK });

const ROWS = [
  { question: 'Where is my sofa?', customer: 'no. 17' },
  { question: 'May I return a lamp?', customer: 'no. 18' },
];

/** Opens the wizard of a new app with the variants `baseline` and `concise`. */
async function openWizard(name: string, rows?: readonly JsonObject[]) {
  const made = await makeApp(name, rows);
  const page = await signIn();
  await page.goto(made.path);
  return { page, ...made };
}

async function makeApp(name: string, rows: readonly JsonObject[] = ROWS) {
  const furniture = await furnish(owner(), name);
  const { id: testsetId } = await owner().createTestset({
    parameters: { app_id: furniture.appId },
    body: { name: 'questions', csvdata: [...rows] },
  });
  return { path: `/apps/${furniture.appId}/evaluations/new`, testsetId, ...furniture };
}

async function choose(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /baseline ·/ }).check();
  await page.getByRole('checkbox', { name: /concise ·/ }).check();
  await page.getByLabel('Test set').selectOption('questions (2 rows)');
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

/** The server computes few plans at a time and refuses more, so each is awaited. */
async function awaitPlan(page: Page): Promise<void> {
  await page.getByText('with 2 scenarios').waitFor();
}

const stepOf = (page: Page) => new URL(page.url()).searchParams.get('step');

describe('the steps of a new evaluation', () => {
  test('have URLs, keep their input over Back, Forward and a reload, begin with the first one when nothing is chosen, and start over on request', async () => {
    const { page, path } = await openWizard('steps');
    await choose(page);
    await press(page, 'Next');
    await page.getByLabel('Outputs of chat.concise').waitFor();
    assert.equal(stepOf(page), 'outputs');
    await press(page, 'Next');
    await page.getByLabel('Judgements per task').first().fill('5');
    assert.equal(stepOf(page), 'rules');
    await awaitPlan(page);

    await page.goBack();
    await page.getByLabel('Outputs of chat.concise').waitFor();
    await page.goBack();
    assert.ok(await page.getByRole('checkbox', { name: /concise ·/ }).isChecked());
    await page.goForward();
    await page.goForward();
    assert.equal(await page.getByLabel('Judgements per task').first().inputValue(), '5');
    await awaitPlan(page);
    await page.reload();
    assert.equal(await page.getByLabel('Judgements per task').first().inputValue(), '5');
    await awaitPlan(page);

    await press(page, '4 Annotators');
    assert.equal(stepOf(page), 'annotators');
    await press(page, '3 Rules');
    // Preset to the judgements per task.
    assert.equal(await page.getByLabel('Annotators in total').inputValue(), '5');
    await page.getByText('at most 10', { exact: false }).waitFor();
    await press(page, '4 Annotators');
    await press(page, 'Create');
    await page.waitForURL(/\/evaluations\/[0-9a-f-]+$/);
    const evaluation_id = page.url().split('/').at(-1) ?? '';
    const settings = await owner().fetchEvaluationSettings({ parameters: { evaluation_id } });
    assert.equal(settings.judgements_per_task, 5);
    await page.goBack();
    await page.getByRole('checkbox', { name: /concise ·/ }).waitFor();
    assert.equal(await page.getByRole('checkbox', { name: /concise ·/ }).isChecked(), false);
    assert.equal(stepOf(page), null);

    await page.goto(`${path}?step=rules`);
    await page.getByRole('checkbox', { name: /concise ·/ }).waitFor();
    assert.equal(stepOf(page), null);
    assert.equal(await page.getByRole('button', { name: 'Start over' }).count(), 0);
    await choose(page);
    await press(page, '2 Outputs');
    await press(page, 'Start over');
    await page.getByRole('checkbox', { name: /concise ·/ }).waitFor();
    assert.equal(await page.getByRole('checkbox', { name: /concise ·/ }).isChecked(), false);
    await page.reload();
    assert.equal(await page.getByRole('checkbox', { name: /concise ·/ }).isChecked(), false);
  });

  test('keep input for its author only, and drop what was deleted meanwhile', async () => {
    const { page, testsetId } = await openWizard('next author');
    await choose(page);
    const { cookie } = await makeMember(server(), ['editor']);
    const [name = '', value = ''] = cookie.split('=');
    await page.context().addCookies([{ name, value, url: server().url }]);
    await page.reload();
    const concise = page.getByRole('checkbox', { name: /concise ·/ });
    await concise.waitFor();
    assert.equal(await concise.isChecked(), false);

    await choose(page);
    await press(page, '4 Annotators');
    await owner().deleteTestsets({ body: { testset_ids: [testsetId] } });
    await page.reload();
    await page.getByRole('link', { name: 'Create a test set first' }).waitFor();
    assert.equal(stepOf(page), null);
    assert.ok(await page.getByRole('checkbox', { name: /concise ·/ }).isChecked());
    assert.ok(await page.getByRole('button', { name: 'Next' }).isDisabled());
  });
});

const input = (page: Page, column: string) =>
  page.getByRole('group', { name: 'Inputs' }).getByRole('checkbox', { name: column, exact: true });

async function tickedInputs(page: Page): Promise<readonly string[]> {
  const group = page.getByRole('group', { name: 'Inputs' });
  await group.waitFor();
  return group.locator('label:has(:checked)').allInnerTexts();
}

describe('the inputs of a new evaluation', () => {
  test('are the columns that prompts name until others are chosen, and have a warning if they reveal the answer or a variant', async () => {
    const rows = ROWS.map((row, index) => ({
      ...row,
      shop: 'north',
      hint: `Answer ${index}`,
      correct_answer: `Answer ${index}`,
      'chat.concise': 'Tomorrow.',
    }));
    const { path } = await makeApp('named columns', rows);
    const page = await signIn(PHONE);
    await page.goto(path);
    await choose(page);
    assert.deepEqual(await tickedInputs(page), ['question', 'customer']);
    const revealing = [
      ['hint', 'Equals “correct_answer” in 2 of 2 rows'],
      ['correct_answer', 'Contains the expected output'],
      ['chat.concise', 'Named after a variant'],
    ] as const;
    for (const [column, sentence] of revealing) {
      assert.equal(await page.getByText(sentence).count(), 0);
      await input(page, column).focus();
      await page.keyboard.press('Space');
      await page.getByText(sentence).waitFor();
      const describedBy = await input(page, column).getAttribute('aria-describedby');
      assert.ok(describedBy !== null, column);
    }
    await assertLook(page, 360, 'dark');
    await assertLook(page, 1280, 'light');

    for (const [column] of revealing) await input(page, column).uncheck();
    await input(page, 'shop').check();
    await page.reload();
    assert.deepEqual(await tickedInputs(page), ['question', 'customer', 'shop']);
    assert.equal(await page.getByLabel('Expected output').inputValue(), 'correct_answer');
    await page.getByLabel('Expected output').selectOption('customer');
    await page.getByText('Contains the expected output').waitFor();
    await input(page, 'customer').uncheck();
    await page.reload();
    await press(page, '4 Annotators');
    await press(page, 'Create');
    await page.waitForURL(/\/evaluations\/[0-9a-f-]+$/);
    const evaluation_id = page.url().split('/').at(-1) ?? '';
    const settings = await owner().fetchEvaluationSettings({ parameters: { evaluation_id } });
    assert.deepEqual(settings.inputs, ['question', 'shop']);
    assert.equal(settings.expected_column, 'customer');
    const [scenario] = await owner().listEvaluationScenarios({ parameters: { evaluation_id } });
    assert.equal(scenario?.correct_answer, 'no. 17');
  });

  test('are all columns but the expected output when prompts name none', async () => {
    const rows = ['Lima', 'Nairobi'].map((reference) => ({
      country: `of ${reference}`,
      reference,
    }));
    const { page } = await openWizard('unnamed columns', rows);
    await choose(page);
    assert.deepEqual(await tickedInputs(page), ['country']);
    assert.equal(await page.getByLabel('Expected output').inputValue(), 'reference');
    await page.getByLabel('Expected output').selectOption('None');
    assert.deepEqual(await tickedInputs(page), ['country', 'reference']);
  });
});

const PROMPT = { model: 'small', prompt_user: '{{question}} asks {{customer}}' };

describe('the sources of a new evaluation', () => {
  test('are checked beside each variant and beside the Create button', async () => {
    const rows = ROWS.map(({ question }) => ({ question }));
    const { path, conciseId, baselineId, ...app } = await makeApp('checked sources', rows);
    const { id: provider_id } = await makeProvider(app, 'models', 'https://models.test/v1');
    await revise(conciseId, PROMPT);
    const page = await signIn();
    await page.goto(path);
    await choose(page);
    await press(page, 'Next');
    const source = page.getByLabel('Outputs of chat.concise');
    await source.selectOption('Run its prompt on models');
    const noColumn = 'Its prompt names “customer”, which is not a column of the test set.';
    await page.getByText(noColumn).waitFor();
    await press(page, '4 Annotators');
    await page.getByText(`chat.concise: ${noColumn}`).waitFor();
    const create = page.getByRole('button', { name: 'Create', exact: true });
    assert.ok(await create.isDisabled());
    const descriptionId = await create.getAttribute('aria-describedby');
    await page.locator(`[id="${descriptionId}"]`).getByText(noColumn).waitFor();
    assert.deepEqual(await axeFindings(page), []);

    await press(page, '2 Outputs');
    const other = page.getByLabel('Outputs of chat.baseline');
    await other.selectOption('Run its prompt on models');
    await press(page, '4 Annotators');
    for (const [concise, baseline] of [
      [
        [{ prompt_user: '{{question}}' }, 'The parameters name no model.'],
        [{ model: 'small' }, 'The parameters hold no prompt.'],
      ],
      [
        [{ model: 'small', prompt_user: '{{}} of {{question}}' }, 'The prompt holds {{}} without'],
        [{ ...PROMPT, messages: [{}] }, 'The parameters hold both messages and prompts.'],
      ],
    ] as const) {
      await revise(conciseId, concise[0]);
      await revise(baselineId, baseline[0]);
      await page.reload();
      await page.getByText(`chat.concise: ${concise[1]}`).waitFor();
      await page.getByText(`chat.baseline: ${baseline[1]}`).waitFor();
    }
    await owner().deleteProvider({ parameters: { provider_id } });
    await page.reload();
    await page.getByText('chat.concise: Its provider was deleted.').waitFor();
    await press(page, '2 Outputs');
    const deleted = page.getByText('Its provider was deleted. Choose another source.');
    await deleted.first().waitFor();
    await other.selectOption('Import from a file');
    await deleted.waitFor();
    await source.selectOption('Import from a file');
    await press(page, '4 Annotators');
    assert.equal(await page.getByText('cannot be generated').count(), 0);
    await create.click();
    await page.waitForURL(/\/evaluations\/[0-9a-f-]+$/);
  });

  test('need the inputs that prompts name, and can be tried on one row before the evaluation is created', async (t) => {
    const target = await startTarget(answerChat);
    t.after(target.close);
    const { path, conciseId, baselineId, ...app } = await makeApp('tried');
    await makeProvider(app, 'tried', target.url);
    await revise(conciseId, PROMPT);
    await revise(baselineId, { ...PROMPT, prompt_user: '{{missing}}' });
    const page = await signIn(PHONE);
    await page.goto(path);
    await choose(page);
    await input(page, 'customer').uncheck();
    await press(page, 'Next');
    await page.getByLabel('Outputs of chat.concise').selectOption('Run its prompt on tried');
    const notTicked = page.getByText('Tick that column under Variants.');
    await notTicked.waitFor();
    await page.goBack();
    await input(page, 'customer').check();
    await page.goForward();
    await page.getByLabel('Outputs of chat.concise').waitFor();
    assert.equal(await notTicked.count(), 0);

    await page.getByLabel('Outputs of chat.baseline').selectOption('Run its prompt on tried');
    await page.getByLabel('Row').selectOption('2 · May I return a lamp?');
    await press(page, 'Try');
    const outputs = page.getByRole('group', { name: 'Try one row' }).getByRole('status');
    await outputs.getByText('OK', { exact: true }).waitFor();
    await outputs.getByText('The prompt names the variable "missing"').waitFor();
    await assertLook(page, 360, 'dark');
    await assertLook(page, 1280, 'light');
    await page.getByLabel('Row').selectOption('1 · Where is my sofa?');
    await painted(page);
    assert.equal(await outputs.innerText(), '', 'outputs of another row are shown');
  });
});

async function makeProvider({ appId }: Pick<Furniture, 'appId'>, name: string, base_url: string) {
  const { workspace_id } = await owner().fetchApp({ parameters: { app_id: appId } });
  return owner().createProvider({ body: { workspace_id: workspace_id ?? '', name, base_url } });
}

async function revise(variant_id: string, parameters: JsonObject): Promise<void> {
  await owner().updateVariantParameters({ parameters: { variant_id }, body: { parameters } });
}
