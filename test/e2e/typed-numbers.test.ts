import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Criterion } from '../../src/contract/evaluations/evaluation-settings.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type EvaluationWish, makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { until } from '../support/until.ts';
import { furnish } from './support/furniture.ts';
import { pressForNext } from './support/judge-page.ts';
import { stage } from './support/stage.ts';

const { owner, signIn } = stage();

interface NumericCriterion {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly required?: boolean;
}

const numeric = ({ name, min, max, step, required = true }: NumericCriterion): Criterion => ({
  name,
  scale: { kind: 'numeric', min, max, ...(step === undefined ? {} : { step }) },
  required,
  about: 'output',
});

const ROWS = 5;

async function openJudge(
  settings: EvaluationWish['settings'] = {},
  context: BrowserContextOptions = {},
) {
  const type = 'single_model_test';
  const rows = numberedRows(ROWS);
  const made = await makeHumanEvaluation(owner(), { type, rows, variantCount: 1, settings });
  await fillOutputs(owner(), made);
  const page = await signIn({ context });
  await page.goto(`/judge/${made.evaluation_id}`);
  await page.getByText(`0 of ${ROWS}`, { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Output', exact: true }).first().waitFor();
  return { page, parameters: { evaluation_id: made.evaluation_id } };
}

/** Waits until this many judgements are stored, and returns them. */
async function stored(parameters: { readonly evaluation_id: string }, count: number) {
  await until(`${count} judgements`, async () => {
    return (await owner().listJudgements({ parameters })).length === count;
  });
  return owner().listJudgements({ parameters });
}

/** The field of the task on the screen; the next task is in the page, but hidden. */
function field(page: Page, name: string) {
  return page.getByLabel(name, { exact: true }).filter({ visible: true });
}

describe('a number typed while judging', () => {
  /** With the keyboard that a phone shows: the number pads of iPhones have no minus. */
  const SCALES: readonly (readonly [NumericCriterion, string, number, string])[] = [
    [{ name: '0 to 100 by 5', min: 0, max: 100, step: 5 }, '25', 25, 'decimal'],
    [{ name: '0 to 100 by 10', min: 0, max: 100, step: 10 }, '50', 50, 'decimal'],
    [{ name: '0 to 2000 by 100', min: 0, max: 2000, step: 100 }, '1500', 1500, 'decimal'],
    [{ name: '5 to 50', min: 5, max: 50 }, '37.5', 37.5, 'decimal'],
    [{ name: '5 to 50 by 1', min: 5, max: 50, step: 1 }, '37', 37, 'numeric'],
    [{ name: '-5 to 5 by 0.1', min: -5, max: 5, step: 0.1 }, '-0.3', -0.3, 'text'],
    [{ name: '0 to 5 by 0.1', min: 0, max: 5, step: 0.1 }, '2,5', 2.5, 'decimal'],
  ];

  test('is stored as shown, on any scale', async () => {
    const criteria = SCALES.map(([criterion]) => numeric(criterion));
    const { page, parameters } = await openJudge({ criteria });
    for (const [{ name }, typed, , keys] of SCALES) {
      await field(page, name).click();
      assert.equal(await field(page, name).getAttribute('inputmode'), keys, name);
      await page.keyboard.type(typed);
      assert.equal(await field(page, name).inputValue(), typed);
    }
    await pressForNext(page, 'Enter');
    const [judgement] = await stored(parameters, 1);
    assert.deepEqual(
      judgement?.answers.map(({ criterion, value }) => [criterion, value]),
      SCALES.map(([{ name }, , value]) => [name, value]),
    );
  });

  test('goes straight into a score of 10 to 100, also with reduced motion, while letters remain shortcuts', async () => {
    const { page, parameters } = await openJudge(
      { score_min: 10, score_max: 100 },
      { reducedMotion: 'reduce' },
    );
    for (const [index, score] of ['85', '42', '97.5'].entries()) {
      await page.getByText(`${index} of ${ROWS}`, { exact: true }).waitFor();
      await page.getByLabel('Score').and(page.locator(':focus')).waitFor();
      await page.keyboard.type(score);
      await pressForNext(page, 'Enter');
    }
    await page.keyboard.type('6');
    await pressForNext(page, 's');
    await page.keyboard.type('70');
    await pressForNext(page, 'Enter');
    const scores = (await stored(parameters, 4)).map(({ score }) => score);
    assert.deepEqual(new Set(scores), new Set([85, 42, 97.5, 70]));
  });

  test('goes into the current criterion without a click, and is neither sent nor cleared while it is invalid', async () => {
    const quality = { name: 'Quality', min: 0, max: 100, step: 5, required: false };
    const criteria = [quality, { name: 'Tone', min: 0, max: 9 }].map(numeric);
    const { page, parameters } = await openJudge({ criteria });
    const [qualityField, tone] = [field(page, 'Quality'), field(page, 'Tone')];
    await until('the digit is taken', async () => {
      await page.keyboard.press('4');
      return (await qualityField.inputValue()) === '4';
    });
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: 'Tone' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('7');
    assert.equal(await tone.inputValue(), '7');
    await pressForNext(page, 'Enter');
    await stored(parameters, 1);

    await tone.fill('8');
    for (const [typed, sentence] of [
      ['27', 'Enter 25 or 30.'],
      ['105', 'Enter a number from 0 to 100.'],
      ['2,5', 'Enter 0 or 5.'],
      ['1,000', 'Enter a number, such as 12 or 2.5.'],
    ] as const) {
      await qualityField.fill('');
      await qualityField.click();
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      await page.getByText(sentence).filter({ visible: true }).waitFor();
      assert.equal(await qualityField.inputValue(), typed);
    }
    await page.getByText(`1 of ${ROWS}`, { exact: true }).waitFor();
    await qualityField.fill('30');
    await pressForNext(page, 'Enter');
    const values = (await stored(parameters, 2)).map(({ answers }) => answers[0]?.value);
    assert.deepEqual(new Set(values), new Set([45, 30]));
  });
});

describe('a number typed into a form', () => {
  test('is stored as typed, also below zero, and refused with a sentence if it is invalid', async () => {
    const { appId } = await furnish(owner(), 'typed numbers');
    await owner().createTestset({
      parameters: { app_id: appId },
      body: { name: 'one row', csvdata: [{ question: 'why?' }] },
    });
    const page = await signIn();
    await page.goto(`/apps/${appId}/evaluations/new`);
    await page.getByLabel('Type of evaluation').selectOption('Score each output');
    await page.getByLabel('concise').check();
    await page.getByLabel('Test set').selectOption({ label: 'one row (1 row)' });
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Next' }).click();

    const lowest = page.getByLabel('Lowest score');
    await lowest.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('-5');
    assert.equal(await lowest.inputValue(), '-5');
    await page.getByLabel('Judgements per task').fill('2.5');
    await page.getByRole('button', { name: 'Next' }).click();
    const overlap = page.getByLabel('Judgements per task');
    const message = await overlap.evaluate(
      (input) => (input as HTMLInputElement).validationMessage,
    );
    assert.equal(message, 'Enter a whole number.');

    // Steps can be left by their names; the last one then reports the faults of earlier ones.
    await page.getByRole('button', { name: '4 Annotators' }).click();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Judgements per task: Enter a whole number.').waitFor();
    await page.getByRole('button', { name: '3 Rules' }).click();
    assert.equal(await overlap.inputValue(), '2.5');
    await overlap.fill('2');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(/\/evaluations\/[0-9a-f-]+$/);
    const evaluation_id = page.url().split('/').at(-1) ?? '';
    const settings = await owner().fetchEvaluationSettings({ parameters: { evaluation_id } });
    assert.deepEqual(
      [settings.score_min, settings.score_max, settings.judgements_per_task],
      [-5, 5, 2],
    );
  });

  test('sets a numeric criterion and the number of guests, and options keep their commas and semicolons', async () => {
    const made = await makeHumanEvaluation(owner(), { rows: numberedRows(1) });
    const page = await signIn();
    await page.goto(`/evaluations/${made.evaluation_id}`);
    await page.getByRole('button', { name: 'Edit settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit settings' });
    await dialog.getByRole('button', { name: 'Add criterion' }).click();
    await dialog.getByLabel('Name').fill('Quality');
    await dialog.getByLabel('Answer type').selectOption('Number');
    await dialog.getByLabel('Lowest', { exact: true }).fill('-10');
    await dialog.getByLabel('Highest', { exact: true }).fill('10');
    await dialog.getByLabel('Step (optional)').fill('2.5');
    await dialog.getByRole('button', { name: 'Add criterion' }).click();
    const second = dialog.getByRole('group', { name: 'Criterion 2' });
    await second.getByLabel('Name').fill('Kind');
    await second.getByLabel('Answer type').selectOption('Choice');
    await second.getByLabel('Labels').fill('code; text\nyes, mostly\n');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved.').waitFor();
    const parameters = { evaluation_id: made.evaluation_id };
    const criteria = async () =>
      (await owner().fetchEvaluationSettings({ parameters })).criteria.map(({ scale }) => scale);
    const expected = [
      { kind: 'numeric', min: -10, max: 10, step: 2.5 },
      { kind: 'choice', options: ['code; text', 'yes, mostly'] },
    ];
    assert.deepEqual(await criteria(), expected);

    // Another change leaves the scales as they are.
    await page.getByRole('button', { name: 'Edit settings' }).click();
    await dialog.getByLabel('Name').first().fill('Score');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved.').last().waitFor();
    await until('the new name', async () => {
      const { criteria: now } = await owner().fetchEvaluationSettings({ parameters });
      return now[0]?.name === 'Score';
    });
    assert.deepEqual(await criteria(), expected);

    // The number of guests of a link.
    await page.getByRole('button', { name: 'Invite guests' }).click();
    const guests = page.getByLabel('Number of guests');
    await guests.fill('1001');
    await page.getByRole('button', { name: 'Create' }).click();
    const message = await guests.evaluate((input) => (input as HTMLInputElement).validationMessage);
    assert.equal(message, 'Enter a number from 1 to 1000.');
    await guests.fill('12');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('dialog', { name: 'Send this link' }).waitFor();
    const [link] = await owner().listAnnotatorInvitations({ parameters });
    assert.equal(link?.max_uses, 12);
  });
});
