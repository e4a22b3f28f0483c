import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { changeSettings } from '../support/change-settings.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { makeLink } from '../support/guests.ts';
import { until } from '../support/until.ts';
import { pressForNext } from './support/judge-page.ts';
import { stage } from './support/stage.ts';

const { owner, openPage, signIn } = stage();

describe('the briefing of an annotator', () => {
  test('shows who asks, the instruction, the number of tasks and the time needed before the first task', async () => {
    const made = await makeHumanEvaluation(owner(), {
      rows: numberedRows(12),
      settings: { guidelines: 'Prefer short answers.' },
    });
    await fillOutputs(owner(), made);
    const { url } = await makeLink(owner(), { evaluationId: made.evaluation_id });
    const page = await openPage();
    await page.goto(url);
    await page.getByLabel('Your name').fill('Guest');
    await page.keyboard.press('Enter');
    const { name } = await owner().fetchOwnOrganization();
    await page.getByText(`${name} asks for your judgement.`).waitFor();
    await page.getByText('Choose the better one.').waitFor();
    await page.getByText('Up to 12 tasks, about 6 min').waitFor();
    await page.getByText('Prefer short answers.').waitFor();
    assert.equal(await page.getByRole('region', { name: 'Output A' }).count(), 0);
    await page.getByRole('button', { name: 'Start judging' }).click();
    await page.getByRole('region', { name: 'Output A' }).waitFor();
  });

  test('with changed guidelines waits until the current task is judged', async () => {
    const made = await makeHumanEvaluation(owner(), { rows: numberedRows(6) });
    await fillOutputs(owner(), made);
    const page = await signIn({ with: 'alone' });
    await page.clock.install();
    await page.goto(`/judge/${made.evaluation_id}`);
    await page.getByRole('region', { name: 'Output A' }).waitFor();
    const note = page.getByRole('textbox', { name: 'Note' });
    await until('the note takes what is typed', async () => {
      await page.keyboard.press('n');
      return note.evaluate((field) => field === document.activeElement);
    });
    await page.keyboard.type('the ');
    await changeSettings(owner(), made, { guidelines: 'Prefer short answers.' });
    const reading = page.waitForResponse(/\/brief$/);
    await page.clock.fastForward(61_000);
    await (await reading).finished();
    // The drawer shows the guidelines as soon as they are known.
    await page.getByRole('button', { name: 'Guidelines' }).click();
    await page.getByText('Prefer short answers.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Prefer short answers.').waitFor({ state: 'hidden' });
    await note.focus();
    await page.keyboard.press('End');
    await page.keyboard.type('bad answer');
    assert.equal(await note.inputValue(), 'the bad answer');
    const parameters = { evaluation_id: made.evaluation_id };
    assert.deepEqual(await owner().listJudgements({ parameters }), []);
    await page.keyboard.press('Escape');
    await pressForNext(page, 'b');
    await page.getByText('Prefer short answers.').waitFor();
    await page.getByRole('button', { name: 'Start judging' }).click();
    await page.getByRole('region', { name: 'Output A' }).waitFor();
  });

  test('shows guidelines that changed while the annotator was on another page', async () => {
    const made = await makeHumanEvaluation(owner(), { rows: numberedRows(2) });
    await fillOutputs(owner(), made);
    const page = await signIn();
    await page.goto(`/judge/${made.evaluation_id}`);
    await page.getByRole('region', { name: 'Output A' }).waitFor();
    await page.getByRole('link', { name: 'Leave' }).click();
    await page.getByRole('region', { name: 'Output A' }).waitFor({ state: 'hidden' });
    await changeSettings(owner(), made, { guidelines: 'Prefer short answers.' });
    await page.goBack();
    await page.getByText('Prefer short answers.').waitFor();
  });
});
