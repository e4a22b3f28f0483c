import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeMember } from '../support/builders.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type EvaluationWish, makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { follow } from './support/follow.ts';
import { painted } from './support/judge-page.ts';
import { stage } from './support/stage.ts';

const { owner, server, signIn } = stage();

async function make(wish: EvaluationWish = {}) {
  const made = await makeHumanEvaluation(owner(), { rows: numberedRows(3), ...wish });
  await fillOutputs(owner(), made);
  return { ...made, parameters: { evaluation_id: made.evaluation_id } };
}

type Made = Awaited<ReturnType<typeof make>>;

async function settingsOf({ parameters }: Made) {
  return owner().fetchEvaluationSettings({ parameters });
}

async function judgeOnce({ parameters }: Made): Promise<void> {
  const { assignments } = await owner().takeAssignments({ parameters });
  const assignment_id = assignments[0]?.id ?? '';
  await owner().submitJudgement({ parameters: { assignment_id }, body: { outcome: 'tie' } });
}

/** Saves guidelines as another person would. */
async function writeGuidelines({ parameters }: Made, guidelines: string): Promise<void> {
  const { headers } = await owner().reply.fetchEvaluationSettings({ parameters });
  await owner().updateEvaluationSettings({
    parameters,
    body: { guidelines },
    ifMatch: headers.get('etag') ?? '',
  });
}

async function openSettings(page: Page, { evaluation_id }: Made): Promise<void> {
  await page.goto(`/evaluations/${evaluation_id}`);
  await pressEdit(page);
}

/** Leaves the page of the previous evaluation first, so nothing on it is taken for this one. */
async function followToSettings(page: Page, { evaluation_id }: Made): Promise<void> {
  await follow(page, '/inbox');
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  await follow(page, `/evaluations/${evaluation_id}`);
  await pressEdit(page);
}

async function pressEdit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit settings' }).click();
  await page.getByRole('dialog', { name: 'Edit settings' }).waitFor();
}

async function save(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
}

describe('the settings of an evaluation', () => {
  test('can all be changed before the first judgement, also whether outputs are compared or scored', async () => {
    const made = await make({ variantCount: 3 });
    const page = await signIn();
    await openSettings(page, made);
    await page.getByLabel('Judgements per task').fill('2');
    await page.getByLabel('Pairs per scenario').fill('2');
    await page.getByLabel('Allow ties').uncheck();
    await page.getByRole('button', { name: 'Add criterion' }).click();
    await page.getByLabel('Name').fill('Helpful');
    await page.getByLabel('Labels').fill('no, not at all\npartly\nyes');
    const add = page.getByRole('button', { name: 'Add criterion' });
    await add.press('Enter');
    await page.getByRole('button', { name: 'Remove', exact: true }).last().press('Enter');
    await add.and(page.locator(':focus')).waitFor();
    await page.getByRole('textbox', { name: 'Guidelines' }).fill('Prefer the **short** one.');
    await save(page);
    await page.getByText('Settings saved.').waitFor();
    const settings = await settingsOf(made);
    assert.equal(settings.judgements_per_task, 2);
    assert.equal(settings.pairs_per_scenario, 2);
    assert.equal(settings.allow_tie, false);
    assert.equal(settings.guidelines, 'Prefer the **short** one.');
    assert.deepEqual(settings.criteria[0]?.scale.labels, ['no, not at all', 'partly', 'yes']);

    await page.getByRole('button', { name: 'Edit settings' }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByLabel('Pairs per scenario').fill('');
    await save(page);
    await page.getByRole('dialog', { name: 'Edit settings' }).waitFor({ state: 'hidden' });
    const later = await settingsOf(made);
    assert.deepEqual(later.criteria, []);
    assert.equal(later.pairs_per_scenario, null);
    assert.equal(later.judgements_per_task, 2);

    const compared = await make();
    await followToSettings(page, compared);
    await page.getByLabel('Type of evaluation').selectOption('Score each output');
    await page.getByLabel('Highest score').fill('50');
    await save(page);
    await page.getByRole('dialog', { name: 'Edit settings' }).waitFor({ state: 'hidden' });
    const scores = await settingsOf(compared);
    assert.equal(scores.evaluation_type, 'single_model_test');
    assert.equal(scores.score_max, 50);

    await follow(page, `/judge/${compared.evaluation_id}`);
    await page.getByText('0 of 6', { exact: true }).waitFor();
    await page.getByLabel('Score').and(page.locator(':focus')).fill('42');
    await painted(page);
    await page.keyboard.press('Enter');
    await page.getByText('1 of 6', { exact: true }).waitFor();
  });

  test('can be saved after a listed annotator left the workspace, who can be taken off the list', async () => {
    const member = await makeMember(server(), ['evaluator']);
    const made = await make({
      settings: { who_may_judge: 'listed', annotator_ids: [member.userId] },
    });
    await owner().removeMember({
      parameters: { workspace_id: member.workspaceId },
      query: { org_id: member.organizationId, email: member.email },
    });
    const page = await signIn();
    await openSettings(page, made);
    await page.getByRole('textbox', { name: 'Guidelines' }).fill('Shorter is better.');
    await save(page);
    await page.getByText('Settings saved.').waitFor();
    assert.equal((await settingsOf(made)).guidelines, 'Shorter is better.');
    await page.getByRole('button', { name: 'Edit settings' }).click();
    await page.getByLabel('Left the workspace').uncheck();
    await save(page);
    await page.getByRole('dialog', { name: 'Edit settings' }).waitFor({ state: 'hidden' });
    assert.deepEqual((await settingsOf(made)).annotator_ids, []);
  });

  test('lock their rules at the first judgement, say so when it comes in during an edit, and save what can still change', async () => {
    const judged = await make({ settings: { judgements_per_task: 2 } });
    await judgeOnce(judged);
    const page = await signIn({ expected: /409 \(Conflict\)|412 \(Precondition Failed\)/ });
    await openSettings(page, judged);
    await page.getByText('This evaluation has judgements').waitFor();
    assert.equal(await page.getByLabel('Judgements per task').count(), 0);
    await page.getByRole('textbox', { name: 'Guidelines' }).fill('Read twice.');
    // Another judgement is no change of settings, so it causes no conflict.
    await judgeOnce(judged);
    await save(page);
    await page.getByText('Settings saved.').waitFor();
    assert.equal((await settingsOf(judged)).guidelines, 'Read twice.');

    const edited = await make();
    await followToSettings(page, edited);
    await page.getByLabel('Allow ties').uncheck();
    await page.getByLabel('Shortest time to judge (s)').fill('2');
    await page.getByRole('textbox', { name: 'Guidelines' }).fill('Read twice.');
    await judgeOnce(edited);
    // Another person saves while the page reads of the judgement.
    await page.route('**/settings', async (route) => {
      const response = await route.fetch();
      if (response.status() === 409) await writeGuidelines(edited, 'Read once.');
      await route.fulfill({ response });
    });
    await save(page);
    await page.getByText('make a new evaluation instead').waitFor();
    await page.getByText('This evaluation has judgements').waitFor();
    assert.equal(
      await page.getByRole('textbox', { name: 'Guidelines' }).inputValue(),
      'Read twice.',
    );
    await save(page);
    await page.getByRole('cell', { name: 'Read once.' }).waitFor();
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await save(page);
    await page.getByRole('dialog', { name: 'Edit settings' }).waitFor({ state: 'hidden' });
    const settings = await settingsOf(edited);
    assert.equal(settings.guidelines, 'Read twice.');
    assert.equal(settings.minimum_seconds, 2);
    assert.equal(settings.allow_tie, true);
  });

  test('of another person who saved first are shown beside mine, and I choose', async () => {
    const made = await make();
    const page = await signIn({ expected: /412 \(Precondition Failed\)/ });
    await page.goto(`/evaluations/${made.evaluation_id}`);
    for (const [choice, kept] of [
      ['Keep mine', 'mine'],
      ['Use theirs', 'theirs'],
    ] as const) {
      await pressEdit(page);
      await page.getByRole('textbox', { name: 'Guidelines' }).fill('mine');
      await writeGuidelines(made, 'theirs');
      await save(page);
      await page.getByText('Another person saved first').waitFor();
      await page.getByRole('cell', { name: 'theirs' }).waitFor();
      await page.getByRole('button', { name: choice }).click();
      assert.equal(await page.getByRole('textbox', { name: 'Guidelines' }).inputValue(), kept);
      await save(page);
      await page.getByRole('dialog', { name: 'Edit settings' }).waitFor({ state: 'hidden' });
      assert.equal((await settingsOf(made)).guidelines, kept);
    }
  });
});
