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

const TWO_CRITERIA: EvaluationWish['settings'] = {
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

async function judgementOf(evaluation_id: string, question: string) {
  const all = await judgements(evaluation_id);
  return all.find(({ position }) => question === `question ${position}`);
}

/** The button to press, the outcome that is kept, and its version. */
const CHOICES = [
  ['Keep the stored one', 'tie', 1],
  ['Replace it', 'both_bad', 2],
] as const;

function judgedElsewhere(page: Page) {
  return page.getByRole('dialog', { name: 'You judged this task elsewhere' });
}

describe('undo', () => {
  test('withdraws the latest judgement: by key when all is done, and after a reload', async () => {
    const { page, evaluation_id } = await openJudge(3);
    const first = await shownQuestion(page);
    await pressForNext(page, 's');
    await pressForNext(page, 'b');
    await pressForNext(page, 'b');
    await page.getByRole('button', { name: 'Revisit skipped tasks' }).click();
    assert.equal(await shownQuestion(page), first);
    await pressForNext(page, 'a');
    await page.getByText('You have judged 3 tasks').waitFor();
    await page.keyboard.press('u');
    await page.getByText('2 of 3', { exact: true }).waitFor();
    assert.equal(await shownQuestion(page), first);
    await pressForNext(page, 'a');
    await page.getByText('You have judged 3 tasks').waitFor();
    await allSent(page);
    await page.reload();
    // The first task was handed out first and judged last.
    await page.getByText('You have judged 3 tasks').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('2 of 3', { exact: true }).waitFor();
    assert.equal(await shownQuestion(page), first);
    await until('one less', async () => (await judgements(evaluation_id)).length === 2);
  });

  test('works by key without a connection, after the last loaded task', async () => {
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

  test('keeps counting the time of the task, also after a reload', async () => {
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

  test('keeps notes, also over a reload, and announces the number of judged tasks to screen readers', async () => {
    const { page, evaluation_id } = await openJudge(6);
    const note = page.getByRole('textbox', { name: 'Note' });
    const announcement = page.getByRole('status').filter({ hasText: 'judged.' });
    await note.fill('the first one is odd');
    await page.keyboard.press('Escape');
    await pressForNext(page, 'a');
    assert.equal(await announcement.innerText(), '1 of 6 judged.');
    await pressForNext(page, 'u');
    assert.equal(await announcement.innerText(), '0 of 6 judged.');
    await allSent(page);
    await page.reload();
    await page.getByText('0 of 6', { exact: true }).waitFor();
    assert.equal(await note.inputValue(), 'the first one is odd');

    await page.keyboard.press('Escape');
    await pressForNext(page, 'a');
    const second = await shownQuestion(page);
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

test('a draft survives a reload, continues at its first open criterion, and is gone once the task is judged', async () => {
  const { page } = await openJudge(4, undefined, TWO_CRITERIA);
  const first = await shownQuestion(page);
  const note = page.getByRole('textbox', { name: 'Note' });
  const criterion = (name: string) => page.getByRole('group', { name }).filter({ visible: true });
  await painted(page);
  await page.keyboard.press('1');
  await criterion('Friendly').getByRole('button', { name: 'Yes', pressed: true }).waitFor();
  await note.fill('too long to type twice');
  await page.reload();
  await page.getByText('0 of 4', { exact: true }).waitFor();
  assert.equal(await shownQuestion(page), first);
  assert.equal(await note.inputValue(), 'too long to type twice');
  await page.keyboard.press('Escape');
  await painted(page);
  await page.keyboard.press('2');
  await criterion('Correct').getByRole('button', { name: 'No', pressed: true }).waitFor();
  await criterion('Friendly').getByRole('button', { name: 'Yes', pressed: true }).waitFor();
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

describe('a task that was judged elsewhere', () => {
  test('is gone from the other tab, whose older draft is replaced when the judgement is withdrawn', async () => {
    const { page, evaluation_id } = await openJudge(6);
    const other = await page.context().newPage();
    await other.goto(`/judge/${evaluation_id}`);
    await other.getByText('0 of 6', { exact: true }).waitFor();
    const first = await shownQuestion(page);
    assert.equal(await shownQuestion(other), first);
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

    await pressForNext(page, 'b');
    const second = await shownQuestion(page);
    assert.equal(await shownQuestion(other), second);
    await pressForNext(page, 'a');
    await until('the other tab went on', async () => (await shownQuestion(other)) !== second);
    await other.getByText('2 of 6', { exact: true }).waitFor();
    const third = await shownQuestion(other);
    await pressForNext(other, 'b');
    await until('three', async () => (await judgements(evaluation_id)).length === 3);
    for (const question of [second, third]) {
      assert.equal((await judgementOf(evaluation_id, question))?.version, 1);
    }
  });

  test('on another device is shown with both judgements, to keep or to replace the stored one', async () => {
    const { page, evaluation_id } = await openJudge(4, /412 \(/);
    for (const [count, [choice, outcome, version]] of CHOICES.entries()) {
      await painted(page);
      const question = await shownQuestion(page);
      await judgeByPhone(evaluation_id, question);
      const dialog = judgedElsewhere(page);
      await until('both judgements are shown', async () => {
        const isShown = (await page.getByText(question).filter({ visible: true }).count()) > 0;
        if (isShown && !(await dialog.isVisible())) await page.keyboard.press('x');
        return dialog.isVisible();
      });
      await dialog.getByText('Tie').waitFor();
      await dialog.getByText('from the phone').waitFor();
      await dialog.getByText('Both bad').waitFor();
      await dialog.getByRole('button', { name: choice }).click();
      await dialog.waitFor({ state: 'hidden' });
      await allSent(page);
      await until('one more judgement', async () => {
        const kept = await judgementOf(evaluation_id, question);
        return kept?.outcome === outcome && kept.version === version;
      });
      await page.getByText(`${count + 1} of 4`, { exact: true }).waitFor();
    }
  });

  test('and twice here is shown with the latest judgement from here, and waits for a choice', async () => {
    const { page, evaluation_id } = await openJudge(4, OFFLINE_THEN_REFUSED);
    await page.waitForLoadState('networkidle');
    for (const [count, [choice, outcome, version]] of CHOICES.entries()) {
      await page.context().setOffline(true);
      await painted(page);
      const question = await shownQuestion(page);
      await pressForNext(page, 'a');
      await pressForNext(page, 'u');
      await pressForNext(page, 'x');
      await judgeByPhone(evaluation_id, question);
      await page.context().setOffline(false);
      const dialog = judgedElsewhere(page);
      await dialog.getByText('Both bad').waitFor();
      // Keys that are meant for the next task make no choice.
      await dialog.and(page.locator(':focus')).or(dialog.locator(':focus')).waitFor();
      for (const key of ['Space', 'Enter', 'Escape']) {
        await page.keyboard.press(key);
        await painted(page);
        assert.ok(await dialog.isVisible(), key);
      }
      await dialog.getByRole('button', { name: choice }).click();
      await dialog.waitFor({ state: 'hidden' });
      await allSent(page);
      await page.getByText(`${count + 1} of 4`, { exact: true }).waitFor();
      const versions = await owner().listJudgements({ parameters: { evaluation_id } });
      assert.equal(versions.length, count + 1);
      assert.partialDeepStrictEqual(await judgementOf(evaluation_id, question), {
        outcome,
        version,
        withdrawn: false,
      });
    }
  });
});
