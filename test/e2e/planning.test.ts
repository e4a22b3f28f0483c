import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertLook, PHONE } from './support/assert-look.ts';
import { furnish } from './support/furniture.ts';
import { stage } from './support/stage.ts';

const { owner, signIn } = stage();

const ROWS = Array.from({ length: 60 }, (_, i) => ({ question: `Question ${i + 1}` }));

describe('the planner', () => {
  test('updates while the slider moves and numbers are entered, and looks right on a phone and in the dark', async () => {
    const { appId } = await furnish(owner(), 'planned bot');
    const page = await signIn();
    await page.goto(`/apps/${appId}/evaluations`);
    await page.getByRole('link', { name: 'Plan an evaluation' }).click();
    await page.getByRole('heading', { level: 1, name: 'Plan' }).waitFor();
    const plan = page.getByRole('region', { name: 'Plan' });
    await plan.getByText('with 100 scenarios').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) await assertLook(page, 360, colorScheme);
    await page.setViewportSize({ width: 1280, height: 740 });

    const slider = page.getByRole('slider');
    const field = page.getByLabel('Win rate worth finding (%)', { exact: true });
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await field.inputValue(), '61');
    await field.fill('70');
    assert.equal(await slider.inputValue(), '70');
    // 100 scenarios nearly always find 70 % against 50 %; fewer are enough.
    await plan.getByText(/^(9\d(\.\d)?|100)\s%$/).waitFor();
    await plan.getByText('For a chance of 80 %').waitFor();
    await page.getByLabel('Scenarios').fill('20');
    await plan.getByText('with 20 scenarios').waitFor();
    await plan.getByRole('button', { name: /^Use \d+ scenarios$/ }).click();
    await plan.getByText(/^(8\d|7[89])\s?%$/).waitFor();
    await plan.getByText('Assumes scenarios in random order, 20 % ties, 30 s per').waitFor();
  });

  test('plans scores, and names the numbers that are missing or out of range', async () => {
    const page = await signIn();
    await page.goto('/plan');
    await page.getByLabel('Type of evaluation').selectOption('Score each output');
    await page.getByLabel('Variants').fill('3');
    const plan = page.getByRole('region', { name: 'Plan' });
    await plan.getByText('at most 300').waitFor();
    await plan.getByText('all variants but the best equally good').waitFor();
    // The judgements of a task are by different annotators, so their total follows.
    await page.getByLabel('Judgements per task').fill('4');
    const annotators = page.getByLabel('Annotators in total');
    assert.equal(await annotators.inputValue(), '4');
    await plan.getByText('at most 1,200').waitFor();
    await annotators.fill('');
    await plan.getByText('Enter all numbers to see the plan.').waitFor();
    await annotators.fill('3');
    await plan.getByText('Annotators in total: Enter a number from 4 to 1000.').waitFor();
    const message = await annotators.evaluate(
      (input) => (input as HTMLInputElement).validationMessage,
    );
    assert.equal(message, 'Enter a number from 4 to 1000.');
    await page.getByLabel('Judgements per task').fill('many');
    await plan.getByText('Judgements per task: Enter a number, such as 12 or 2.5.').waitFor();
    await page.getByLabel('Judgements per task').fill('2');
    await plan.getByText('at most 600').waitFor();
  });

  test('is shown beside the rules of a new evaluation, fills them in on request, and names only fields of that page', async () => {
    const { appId, baseId } = await furnish(owner(), 'wizard bot');
    await owner().addVariantFromBase({
      body: {
        base_id: baseId,
        new_variant_name: 'chat.third',
        new_config_name: 'third',
        parameters: {},
      },
    });
    await owner().createTestset({
      parameters: { app_id: appId },
      body: { name: 'sixty questions', csvdata: ROWS },
    });
    const page = await signIn(PHONE);
    await page.goto(`/apps/${appId}/evaluations/new`);
    await page.getByLabel(/baseline/).check();
    await page.getByLabel(/concise/).check();
    await page.getByLabel('Test set').selectOption({ label: 'sixty questions (60 rows)' });
    const rules = page.getByRole('button', { name: '3 Rules' });
    await rules.click();
    const panel = page.getByRole('complementary', { name: 'Is this enough?' });
    await panel.getByText('with 60 scenarios').waitFor();
    await panel.getByLabel('Judgements per task').fill('3');
    await panel.getByText('at most 180').waitFor();
    await panel.getByRole('button', { name: 'Use these numbers' }).click();
    const setting = page.getByLabel('Judgements per task').first();
    assert.equal(await setting.inputValue(), '3');
    await assertLook(page, 360, 'dark');
    await assertLook(page, 1280, 'light');

    await page.getByRole('button', { name: '1 Variants' }).click();
    await page.getByLabel('third').check();
    await rules.click();
    const status = panel.getByRole('status');
    await page.getByLabel('Pairs per scenario').fill('99');
    await status.getByText('Pairs per scenario').waitFor();
    await page.getByRole('button', { name: '1 Variants' }).click();
    await page.getByLabel('Type of evaluation').selectOption('Score each output');
    await rules.click();
    await page.getByLabel('Lowest score').fill('low');
    await status.getByText('Lowest score').waitFor();
    await page.getByRole('button', { name: 'Add criterion' }).click();
    await page.getByText('with 60 scenarios').waitFor();
  });
});
