import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeMember } from '../support/builders.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type EvaluationWish, makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { judgeTasks } from '../support/judge-tasks.ts';
import { axeFindings } from './support/axe-findings.ts';
import { painted } from './support/judge-page.ts';
import { stage } from './support/stage.ts';

const { owner, server, signIn } = stage();
const NARROW = { context: { viewport: { width: 360, height: 740 } } };

async function make(wish: EvaluationWish = {}) {
  const made = await makeHumanEvaluation(owner(), { rows: numberedRows(3), ...wish });
  await fillOutputs(owner(), made);
  return { ...made, parameters: { evaluation_id: made.evaluation_id } };
}

type Made = Awaited<ReturnType<typeof make>>;

async function judge({ evaluation_id }: Made): Promise<void> {
  await judgeTasks(owner(), { evaluation_id }, () => ({ outcome: 'tie' }));
}

async function settingsOf({ parameters }: Made) {
  return owner().fetchEvaluationSettings({ parameters });
}

async function assertFits(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 360, `the page is ${width} px wide`);
}

describe('the analysis settings of an evaluation', () => {
  test('are set with the rules, in points and percent, and can change after the first judgement, which the page lists', async () => {
    const made = await make();
    const page = await signIn();
    await page.goto(`/evaluations/${made.evaluation_id}`);
    await page.getByRole('button', { name: 'Edit settings' }).click();
    await page.getByLabel('Smallest difference that matters (points)').fill('7');
    await page.getByLabel('Confidence level (%)').fill('90');
    await page.getByLabel('Shortest time to judge (s)').fill('1.5');
    await page.getByLabel('choose the same side almost every time').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved.').waitFor();
    assert.partialDeepStrictEqual(await settingsOf(made), {
      zone: 0.07,
      level: 0.9,
      minimum_seconds: 1.5,
      exclusion_rules: ['one_sided'],
    });
    assert.equal(await page.getByText('Changes after the first judgement').count(), 0);

    await judge(made);
    await page.setViewportSize(NARROW.context.viewport);
    await page.reload();
    await page.getByRole('button', { name: 'Edit settings' }).click();
    await page.getByText('A change is recorded').waitFor();
    await page.getByLabel('Confidence level (%)').fill('80');
    await page.keyboard.press('Enter');
    await page.getByText('Settings saved.').waitFor();
    await page.getByRole('heading', { name: 'Changes after the first judgement' }).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Confidence level' });
    assert.match((await row.textContent()) ?? '', /90\s%80\s%3/);
    await assertFits(page);
  });
});

describe('an annotator', () => {
  test('is excluded with a reason, unless no judgement would be left, and included again', async () => {
    const made = await make({ settings: { judgements_per_task: 2 } });
    await judge(made);
    const { client, email } = await makeMember(server(), ['evaluator']);
    await judgeTasks(client, made, () => ({ outcome: 'tie' }));
    const page = await signIn({ expected: /409 \(Conflict\)/ });
    await page.goto(`/evaluations/${made.evaluation_id}`);
    const row = page.getByRole('row').filter({ hasText: email });
    await row.getByRole('button', { name: 'Exclude…' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Reason').fill('Chose left every time.');
    assert.deepEqual(await axeFindings(page), []);
    await page.getByRole('button', { name: 'Exclude', exact: true }).click();
    await page.getByRole('heading', { name: 'Excluded annotators' }).waitFor();
    const [exclusion] = await owner().listExclusions({ parameters: made.parameters });
    assert.equal(exclusion?.reason, 'Chose left every time.');
    await page.getByRole('cell', { name: 'Chose left every time.' }).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await page.getByRole('button', { name: 'Exclude…' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('All ties.');
    await page.getByRole('button', { name: 'Exclude', exact: true }).click();
    await page.getByText('no judgement would be left').waitFor();
    assert.equal(await page.getByLabel('Reason').inputValue(), 'All ties.');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.setViewportSize(NARROW.context.viewport);
    await assertFits(page);
    const released = Promise.withResolvers<void>();
    await page.route(/\/(events|results\?statistics=false)$/, async (route) => {
      await released.promise;
      await route.continue();
    });
    const listed = page.waitForResponse('**/exclusions');
    await page.reload();
    await (await listed).finished();
    await painted(page);
    // Names come with the progress.
    const title = page.getByRole('heading', { name: 'Excluded annotators' });
    assert.equal(await title.count(), 0);
    released.resolve();
    await title.waitFor();
    await page.getByRole('row', { name: `${email} Chose left every time.` }).waitFor();
    await page.getByRole('button', { name: 'Include again' }).click();
    await page.getByText('Annotator included again.').waitFor();
    await page.getByRole('heading', { name: 'Excluded annotators' }).waitFor({ state: 'hidden' });
    assert.deepEqual(await owner().listExclusions({ parameters: made.parameters }), []);
  });
});

describe('an evaluation', () => {
  test('keeps pasted rows in the form when they lack an input, and is extended by judgements, by a newer revision and by pasted rows', async () => {
    const made = await make();
    await judge(made);
    const page = await signIn({ ...NARROW, expected: /403|422/ });
    await page.route('**/api/testsets?*', (route) => route.fulfill({ status: 403 }), { times: 1 });
    await page.goto(`/evaluations/${made.evaluation_id}`);
    const dialog = page.getByRole('dialog', { name: 'Extend the evaluation' });
    const openDialog = async () => {
      await page.getByRole('button', { name: 'Evaluation actions' }).click();
      await page.getByRole('menuitem', { name: 'Extend…' }).click();
    };
    await openDialog();
    const retry = dialog.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    const noRevision = dialog.getByText('The test set has no newer revision.');
    assert.equal(await noRevision.count(), 0);
    await retry.click();
    await noRevision.waitFor();
    await dialog.getByRole('textbox', { name: 'New rows' }).fill('other\nx');
    await dialog.getByRole('button', { name: 'Extend' }).click();
    await dialog.getByText('Question (entry 1): Field required.').waitFor();
    assert.equal(await dialog.getByRole('textbox', { name: 'New rows' }).inputValue(), 'other\nx');

    const parameters = { testset_id: made.testset_id };
    const { name } = await owner().fetchTestset({ parameters });
    const csvdata = numberedRows(4);
    await owner().updateTestset({ parameters, body: { name, csvdata } });
    await page.reload();
    await page.getByText('3 of 3 judgements').waitFor();
    await openDialog();
    const submit = dialog.getByRole('button', { name: 'Extend' });
    await dialog.getByLabel('Add the new rows of test set revision 2').check();
    await dialog.getByLabel('Judgements per task').fill('2');
    await dialog
      .getByRole('textbox', { name: 'New rows' })
      .fill('question\nWhen are you open?\nDo you deliver?');
    await submit.click();
    await page.getByText('Evaluation extended.').waitFor();
    await page.getByText('3 of 12 judgements').waitFor();
    await page.getByRole('heading', { name: 'Changes after the first judgement' }).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Scenarios' }).last();
    assert.match((await row.textContent()) ?? '', /363/);
    await page.getByRole('columnheader', { name: 'Changed', exact: true }).waitFor();
    await page.getByRole('definition').getByText(`${name} (revision 2)`).waitFor();
    await assertFits(page);
    assert.partialDeepStrictEqual(await settingsOf(made), {
      scenario_count: 6,
      judgements_per_task: 2,
      testset_revision: 2,
      plan: { scenario_count: 3, judgements_per_task: 1 },
    });
  });
});
