import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeMember } from '../support/builders.ts';
import { changeSettings } from '../support/change-settings.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { makeLink } from '../support/guests.ts';
import { until } from '../support/until.ts';
import { PASSWORD } from '../support/visitor.ts';
import { enterAsGuest, pressForNext, shownQuestion } from './support/judge-page.ts';
import { stage } from './support/stage.ts';

const { owner, server, openPage, signIn } = stage();

const REFUSED = /40[134] \(|ERR_INTERNET_DISCONNECTED|Failed to fetch/;
const OR_CLOSED = new RegExp(`${REFUSED.source}|409 \\(`);

async function prepare(rows = 6) {
  const made = await makeHumanEvaluation(owner(), {
    rows: numberedRows(rows),
    settings: { judgements_per_task: 2 },
  });
  await fillOutputs(owner(), made);
  return made;
}

async function judgements(evaluation_id: string) {
  return owner().listJudgements({ parameters: { evaluation_id } });
}

async function stored(evaluation_id: string, count: number): Promise<void> {
  await until(`${count} judgements`, async () => {
    return (await judgements(evaluation_id)).length === count;
  });
}

async function unsent(page: Page): Promise<number> {
  return page.evaluate(
    () => Object.keys(localStorage).filter((key) => key.startsWith('jurybox.outbox/')).length,
  );
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  const response = await page.request.post('/api/auth/login', {
    data: { email, password },
    headers: { origin: server().url },
  });
  assert.equal(response.status(), 200);
}

/** Opens the judge screen as an evaluator of the workspace. */
async function openAsMember(evaluation_id: string, expected = REFUSED) {
  const member = await makeMember(server(), ['evaluator']);
  const page = await signIn({ as: { email: member.email, password: PASSWORD }, expected });
  await page.goto(`/judge/${evaluation_id}`);
  await page.getByText('0 of 6', { exact: true }).waitFor();
  return { member, page };
}

/** Judges offline, and awaits `meanwhile` before the connection is back. */
async function judgeOffline(
  page: Page,
  keys: readonly string[],
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  for (const key of keys) await pressForNext(page, key);
  await meanwhile();
  await page.context().setOffline(false);
}

describe('every judgement is stored', () => {
  test('of a guest who came by two one-use links, in two tabs, and opens one of them again', async () => {
    const page = await openPage({ expected: REFUSED });
    const other = await page.context().newPage();
    const visits = [];
    for (const tab of [page, other]) {
      const { evaluation_id } = await prepare();
      const { url } = await makeLink(owner(), { evaluationId: evaluation_id });
      await enterAsGuest(tab, url, 'Guest');
      visits.push({ tab, evaluation_id, url });
    }
    for (const tab of [page, other, page, other]) await pressForNext(tab, 'a');
    for (const { tab, evaluation_id } of visits) {
      await stored(evaluation_id, 2);
      await tab.reload();
      await tab.getByText('2 of 6', { exact: true }).waitFor();
    }
    const [first, second] = visits;
    await other.goto(first?.url ?? '');
    await other.getByText('2 of 6', { exact: true }).waitFor();
    await pressForNext(other, 'a');
    await stored(first?.evaluation_id ?? '', 3);
    assert.equal((await judgements(second?.evaluation_id ?? '')).length, 2);
  });

  test('of a guest who opens their one-use link again while signed in to an account', async () => {
    const { evaluation_id } = await prepare();
    const { url } = await makeLink(owner(), { evaluationId: evaluation_id });
    const page = await signIn();
    await enterAsGuest(page, url, 'Reviewer');
    await pressForNext(page, 'a');
    await stored(evaluation_id, 1);
    await page.goto('/inbox');
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.goto('about:blank');
    await enterAsGuest(page, url, 'Reviewer again');
    await page.getByText('1 of 6', { exact: true }).waitFor();
    await pressForNext(page, 'b');
    await stored(evaluation_id, 2);
    const names = (await judgements(evaluation_id)).map(({ annotator }) => annotator.name);
    assert.deepEqual(names, ['Reviewer', 'Reviewer']);
  });

  test('under its author, now or later, when another account is signed in elsewhere', async () => {
    const { evaluation_id } = await prepare();
    const { page, member } = await openAsMember(evaluation_id);
    const other = await makeMember(server(), ['evaluator']);
    await judgeOffline(page, ['a', 'b', 't'], () => logIn(page, other.email, PASSWORD));
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`Sign in again as ${member.email}`).waitFor();
    await dialog.getByLabel('Password').and(page.locator(':focus')).waitFor();
    assert.equal(await page.getByText('This evaluation is closed').count(), 0);
    assert.equal(await unsent(page), 3);
    assert.equal((await judgements(evaluation_id)).length, 0);

    // Keys typed into the dialog over a task judge nothing.
    const shown = await page
      .getByText(/^question \d+$/)
      .filter({ visible: true })
      .innerText();
    await dialog.getByLabel('Password').pressSequentially(PASSWORD);
    await page.keyboard.press('Enter');
    await stored(evaluation_id, 3);
    await until('nothing is left', async () => (await unsent(page)) === 0);
    assert.equal(await shownQuestion(page), shown);
    const authors = (await judgements(evaluation_id)).map(({ annotator }) => annotator.id);
    assert.deepEqual(authors, Array(3).fill(member.userId));

    await judgeOffline(page, ['a', 'b'], () => logIn(page, other.email, PASSWORD));
    await until('both are kept', async () => (await unsent(page)) === 2);
    await page.reload();
    await page.getByText('0 of 6', { exact: true }).waitFor();
    await page.getByText(`Sign in as ${member.email} to send 2 judgements`).waitFor();
    await pressForNext(page, 'a');
    await stored(evaluation_id, 4);
    await until(
      'only those of the first account are unsent',
      async () => (await unsent(page)) === 2,
    );

    await logIn(page, member.email, PASSWORD);
    await page.reload();
    await stored(evaluation_id, 6);
    await until('nothing is left', async () => (await unsent(page)) === 0);
  });
});

describe('an annotator who may no longer judge', () => {
  test('is informed of that, not of a close until there is one, and sends or discards unsent judgements', async () => {
    const made = await prepare();
    const { evaluation_id } = made;
    const { page, member } = await openAsMember(evaluation_id, OR_CLOSED);
    await judgeOffline(page, ['a', 'b', 't'], () =>
      changeSettings(owner(), made, { who_may_judge: 'listed', annotator_ids: [] }),
    );
    await page.getByText('You cannot judge this evaluation at the moment').waitFor();
    await page.getByText('3 judgements could not be sent and are kept in this browser').waitFor();
    assert.equal(await page.getByText('This evaluation is closed').count(), 0);
    assert.equal(await unsent(page), 3);

    await changeSettings(owner(), made, { annotator_ids: [member.userId] });
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await stored(evaluation_id, 3);
    await page.getByText('3 of 6', { exact: true }).waitFor();
    await shownQuestion(page);

    await owner().closeHumanEvaluation({ parameters: { evaluation_id } });
    await pressForNext(page, 'b');
    await page.getByText('This evaluation is closed').waitFor();
    await page.getByText('One judgement could not be sent').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Undo' }).isDisabled());
    assert.equal((await judgements(evaluation_id)).length, 3);
    await page.getByRole('button', { name: 'Discard' }).click();
    await until('nothing is left', async () => (await unsent(page)) === 0);
  });
});
