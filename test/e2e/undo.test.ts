import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type EvaluationWish, makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { until } from '../support/until.ts';
import { allSent, painted, pressForNext, shownQuestion } from './support/judge-page.ts';
import { stage } from './support/stage.ts';

const { owner, signIn } = stage();

const OFFLINE_THEN_REFUSED = /412 \(|ERR_INTERNET_DISCONNECTED|Failed to fetch/;

const TWO_QUESTIONS: EvaluationWish['settings'] = {
  criteria: ['Friendly', 'Correct'].map((name) => ({
    name,
    scale: { kind: 'binary' },
    about: 'comparison',
  })),
};

async function openJudge(
  rows: number,
  expected?: RegExp,
  settings: EvaluationWish['settings'] = {},
) {
  const made = await makeHumanEvaluation(owner(), { rows: numberedRows(rows), settings });
  await fillOutputs(owner(), made);
  const page = await signIn(expected === undefined ? {} : { expected });
  await page.goto(`/judge/${made.evaluation_id}`);
  await page.getByText(`0 of ${rows}`, { exact: true }).waitFor();
  return { page, evaluation_id: made.evaluation_id };
}

async function judgements(evaluation_id: string) {
  const all = await owner().listJudgements({ parameters: { evaluation_id } });
  return all.filter(({ withdrawn }) => !withdrawn);
}

/** Stores a tie for a task of the page, from another device. */
async function judgeByPhone(evaluation_id: string, question: string): Promise<void> {
  const open = await owner().listAssignments({
    parameters: { evaluation_id },
    query: { status: 'open' },
  });
  const assignment = open.find(({ inputs }) => inputs[0]?.input_value === question);
  await owner().submitJudgement({
    parameters: { assignment_id: assignment?.id ?? '' },
    body: { outcome: 'tie', note: 'from the phone' },
  });
}

function judgedElsewhere(page: Page) {
  return page.getByRole('dialog', { name: 'You judged this task elsewhere' });
}

describe('undo', () => {
  test('after a reload takes back what was judged last, not what was handed out last', async () => {
    const { page, evaluation_id } = await openJudge(3);
    const first = await shownQuestion(page);
    await pressForNext(page, 's');
    await pressForNext(page, 'b');
    await pressForNext(page, 'b');
    await page.getByRole('button', { name: 'Revisit skipped tasks' }).click();
    assert.equal(await shownQuestion(page), first);
    await pressForNext(page, 'a');
    await page.getByText('You have judged 3 tasks').waitFor();
    await allSent(page);
    await page.reload();
    await page.getByText('You have judged 3 tasks').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('2 of 3', { exact: true }).waitFor();
    assert.equal(await shownQuestion(page), first);
    await until('one less', async () => (await judgements(evaluation_id)).length === 2);
  });

  test('works by key when all is done', async () => {
    const { page } = await openJudge(1);
    const only = await shownQuestion(page);
    await pressForNext(page, 'a');
    await page.getByText('You have judged 1 task').waitFor();
    await page.keyboard.press('u');
    await page.getByText('0 of 1', { exact: true }).waitFor();
    assert.equal(await shownQuestion(page), only);
  });

  test('works by key without a connection, after the last task at hand', async () => {
    const { page } = await openJudge(6, /ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    for (const key of ['a', 'b', 'a', 'b']) await pressForNext(page, key);
    const last = await shownQuestion(page);
    await pressForNext(page, 't');
    await page.getByText('Loading the next task').waitFor();
    await page.keyboard.press('u');
    await page.getByText('4 of 6', { exact: true }).waitFor();
    assert.equal(await shownQuestion(page), last);
    await page.context().setOffline(false);
  });

  test('continues the time of the task, after a reload too', async () => {
    const made = await makeHumanEvaluation(owner(), { rows: numberedRows(4) });
    await fillOutputs(owner(), made);
    const page = await signIn({ with: 'alone' });
    await page.clock.install();
    await page.goto(`/judge/${made.evaluation_id}`);
    await page.getByText('0 of 4', { exact: true }).waitFor();
    await painted(page);
    const first = await shownQuestion(page);
    const correct = async (key: string) => {
      await page.keyboard.press('u');
      await page.getByText('0 of 4', { exact: true }).waitFor();
      assert.equal(await shownQuestion(page), first);
      await pressForNext(page, key);
      await allSent(page);
      const [judgement] = await judgements(made.evaluation_id);
      return judgement?.time_taken_ms ?? 0;
    };
    await page.clock.fastForward(40_000);
    await pressForNext(page, 'a');
    await painted(page);
    const corrected = await correct('b');
    assert.ok(corrected >= 40_000, `${corrected} ms`);
    await page.reload();
    await page.getByText('1 of 4', { exact: true }).waitFor();
    await painted(page);
    const again = await correct('t');
    assert.ok(again >= corrected, `${again} ms after ${corrected} ms`);
  });

  test('tells screen readers how many are judged', async () => {
    const { page } = await openJudge(4);
    const told = page.getByRole('status').filter({ hasText: 'judged.' });
    await pressForNext(page, 'a');
    await pressForNext(page, 'b');
    assert.equal(await told.innerText(), '2 of 4 judged.');
    await pressForNext(page, 'u');
    assert.equal(await told.innerText(), '1 of 4 judged.');
  });

  test('keeps the note that is being written', async () => {
    const { page, evaluation_id } = await openJudge(6);
    await pressForNext(page, 'a');
    const second = await shownQuestion(page);
    const note = page.getByRole('textbox', { name: 'Note' });
    await note.fill('the second one is odd');
    await page.keyboard.press('Escape');
    await pressForNext(page, 'u');
    await pressForNext(page, 'b');
    assert.equal(await shownQuestion(page), second);
    assert.equal(await note.inputValue(), 'the second one is odd');
    await pressForNext(page, 't');
    await until('the note arrives', async () =>
      (await judgements(evaluation_id)).some((one) => one.note === 'the second one is odd'),
    );
  });
});

describe('a draft', () => {
  test('survives a reload, and is gone once it is judged', async () => {
    const made = await makeHumanEvaluation(owner(), {
      rows: numberedRows(4),
      settings: {
        criteria: [{ name: 'Friendly', scale: { kind: 'binary' }, about: 'comparison' }],
      },
    });
    await fillOutputs(owner(), made);
    const page = await signIn();
    await page.goto(`/judge/${made.evaluation_id}`);
    await page.getByText('0 of 4', { exact: true }).waitFor();
    const first = await shownQuestion(page);
    const note = page.getByRole('textbox', { name: 'Note' });
    await page.getByRole('button', { name: 'Yes' }).click();
    await note.fill('too long to type twice');
    await page.reload();
    await page.getByText('0 of 4', { exact: true }).waitFor();
    assert.equal(await shownQuestion(page), first);
    assert.equal(await note.inputValue(), 'too long to type twice');
    const yes = page.getByRole('button', { name: 'Yes' });
    assert.equal(await yes.getAttribute('aria-pressed'), 'true');
    await page.keyboard.press('Escape');
    await painted(page);
    await page.keyboard.press('a');
    await pressForNext(page, 'Enter');
    assert.equal(await note.inputValue(), '');
    await allSent(page);
    const drafts = () => page.evaluate(() => Object.keys(sessionStorage));
    assert.deepEqual(
      (await drafts()).filter((key) => key.includes('draft')),
      [],
    );
  });

  test('goes on with its first open question after a reload', async () => {
    const { page } = await openJudge(4, undefined, TWO_QUESTIONS);
    const question = (name: string) => page.getByRole('group', { name }).filter({ visible: true });
    await painted(page);
    await page.keyboard.press('1');
    await question('Friendly').getByRole('button', { name: 'Yes', pressed: true }).waitFor();
    await page.reload();
    await page.getByText('0 of 4', { exact: true }).waitFor();
    await painted(page);
    await page.keyboard.press('2');
    await question('Correct').getByRole('button', { name: 'No', pressed: true }).waitFor();
    await question('Friendly').getByRole('button', { name: 'Yes', pressed: true }).waitFor();
  });

  test('of a task that was judged in another tab gives way to the withdrawn judgement', async () => {
    const { page, evaluation_id } = await openJudge(4);
    const other = await page.context().newPage();
    await other.goto(`/judge/${evaluation_id}`);
    await other.getByText('0 of 4', { exact: true }).waitFor();
    const first = await shownQuestion(page);
    const note = page.getByRole('textbox', { name: 'Note' });
    await note.fill('older, and never sent');
    await page.keyboard.press('Escape');
    await other.getByRole('textbox', { name: 'Note' }).fill('what was judged');
    await other.keyboard.press('Escape');
    await pressForNext(other, 'a');
    await until('this tab went on', async () => (await shownQuestion(page)) !== first);
    await allSent(page);
    await pressForNext(page, 'u');
    assert.equal(await shownQuestion(page), first);
    assert.equal(await note.inputValue(), 'what was judged');
  });

  test('of a withdrawn judgement survives a reload', async () => {
    const { page } = await openJudge(4);
    const note = page.getByRole('textbox', { name: 'Note' });
    await note.fill('the first one is odd');
    await page.keyboard.press('Escape');
    await pressForNext(page, 'a');
    await pressForNext(page, 'u');
    await allSent(page);
    await page.reload();
    await page.getByText('0 of 4', { exact: true }).waitFor();
    assert.equal(await note.inputValue(), 'the first one is odd');
  });
});

describe('a task that was judged elsewhere', () => {
  test('is gone from the other tab', async () => {
    const { page, evaluation_id } = await openJudge(6);
    const other = await page.context().newPage();
    await other.goto(`/judge/${evaluation_id}`);
    await other.getByText('0 of 6', { exact: true }).waitFor();
    const first = await shownQuestion(page);
    assert.equal(await shownQuestion(other), first);
    await pressForNext(page, 'a');
    await until('the other tab went on', async () => (await shownQuestion(other)) !== first);
    await other.getByText('1 of 6', { exact: true }).waitFor();
    await pressForNext(other, 'b');
    await until('two', async () => (await judgements(evaluation_id)).length === 2);
    assert.ok((await judgements(evaluation_id)).every(({ version }) => version === 1));
  });

  for (const [choice, outcome, version] of [
    ['Keep the stored one', 'tie', 1],
    ['Replace it', 'both_bad', 2],
  ] as const) {
    test(`on another device is shown with both answers: ${choice}`, async () => {
      const { page, evaluation_id } = await openJudge(4, /412 \(/);
      const first = await shownQuestion(page);
      await judgeByPhone(evaluation_id, first);
      const dialog = judgedElsewhere(page);
      await until('both answers are shown', async () => {
        const isFirst = (await page.getByText(first).filter({ visible: true }).count()) > 0;
        if (isFirst && !(await dialog.isVisible())) await page.keyboard.press('x');
        return dialog.isVisible();
      });
      await dialog.getByText('Tie').waitFor();
      await dialog.getByText('from the phone').waitFor();
      await dialog.getByText('Both bad').waitFor();
      await dialog.getByRole('button', { name: choice }).click();
      await dialog.waitFor({ state: 'hidden' });
      await allSent(page);
      await until('one judgement', async () => {
        const [kept] = await judgements(evaluation_id);
        return kept?.outcome === outcome && kept.version === version;
      });
      await page.getByText('1 of 4', { exact: true }).waitFor();
    });
  }

  for (const [choice, outcome, version] of [
    ['Keep the stored one', 'tie', 1],
    ['Replace it', 'both_bad', 2],
  ] as const) {
    test(`after it was judged twice here is shown with the last answer: ${choice}`, async () => {
      const { page, evaluation_id } = await openJudge(4, OFFLINE_THEN_REFUSED);
      await page.waitForLoadState('networkidle');
      await page.context().setOffline(true);
      const first = await shownQuestion(page);
      await pressForNext(page, 'a');
      await pressForNext(page, 'u');
      await pressForNext(page, 'x');
      await judgeByPhone(evaluation_id, first);
      await page.context().setOffline(false);
      const dialog = judgedElsewhere(page);
      await dialog.getByText('Both bad').waitFor();
      await dialog.getByRole('button', { name: choice }).click();
      await dialog.waitFor({ state: 'hidden' });
      await allSent(page);
      await page.getByText('1 of 4', { exact: true }).waitFor();
      const found = await owner().listJudgements({ parameters: { evaluation_id } });
      assert.deepEqual(
        found.map((one) => [one.outcome, one.version, one.withdrawn]),
        [[outcome, version, false]],
      );
    });
  }

  test('waits for a choice: keys meant for the next task make none', async () => {
    const { page, evaluation_id } = await openJudge(4, OFFLINE_THEN_REFUSED);
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    const first = await shownQuestion(page);
    await pressForNext(page, 'x');
    await judgeByPhone(evaluation_id, first);
    await page.context().setOffline(false);
    const dialog = judgedElsewhere(page);
    await dialog.and(page.locator(':focus')).or(dialog.locator(':focus')).waitFor();
    for (const key of ['Space', 'Enter', 'Escape']) {
      await page.keyboard.press(key);
      await painted(page);
      assert.ok(await dialog.isVisible(), key);
    }
    await dialog.getByRole('button', { name: 'Replace it' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await allSent(page);
    assert.equal((await judgements(evaluation_id))[0]?.outcome, 'both_bad');
  });
});
