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
  const answer = await page.request.post('/api/auth/login', {
    data: { email, password },
    headers: { origin: server().url },
  });
  assert.equal(answer.status(), 200);
}

/** An evaluator of the workspace at the judge screen. */
async function openAsMember(evaluation_id: string) {
  const member = await makeMember(server(), ['evaluator']);
  const page = await signIn({ as: { email: member.email, password: PASSWORD }, expected: REFUSED });
  await page.goto(`/judge/${evaluation_id}`);
  await page.getByText('0 of 6', { exact: true }).waitFor();
  return { member, page };
}

/** Judges while nothing can be sent, and lets something happen before it can again. */
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
  test('of a guest who came by two links, in two tabs', async () => {
    const [first, second] = [await prepare(), await prepare()];
    const page = await openPage();
    const other = await page.context().newPage();
    for (const [tab, { evaluation_id }] of [
      [page, first],
      [other, second],
    ] as const) {
      const { url } = await makeLink(owner(), { evaluationId: evaluation_id });
      await enterAsGuest(tab, url, 'Guest');
    }
    for (const tab of [page, other, page, other]) await pressForNext(tab, 'a');
    await stored(first.evaluation_id, 2);
    await stored(second.evaluation_id, 2);
    for (const tab of [page, other]) {
      await tab.reload();
      await tab.getByText('2 of 6', { exact: true }).waitFor();
    }
  });

  test('of a guest who opens their one-use link again, after another one', async () => {
    const [first, second] = [await prepare(), await prepare()];
    const links = [
      await makeLink(owner(), { evaluationId: first.evaluation_id }),
      await makeLink(owner(), { evaluationId: second.evaluation_id }),
    ];
    const page = await openPage({ expected: REFUSED });
    for (const { url } of links) await enterAsGuest(page, url, 'Guest');
    await page.goto(links[0]?.url ?? '');
    await page.getByText('0 of 6', { exact: true }).waitFor();
    await pressForNext(page, 'a');
    await stored(first.evaluation_id, 1);
    assert.equal((await judgements(second.evaluation_id)).length, 0);
  });

  test('of a guest who opens their one-use link again, beside an account', async () => {
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

  test('as the one who made it, when another account is signed in elsewhere', async () => {
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

    await dialog.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await stored(evaluation_id, 3);
    const authors = (await judgements(evaluation_id)).map(({ annotator }) => annotator.id);
    assert.deepEqual(new Set(authors), new Set([member.userId]));
  });

  test('later, and whoever opens the page meanwhile is told whose is waiting', async () => {
    const { evaluation_id } = await prepare();
    const { page, member } = await openAsMember(evaluation_id);
    const other = await makeMember(server(), ['evaluator']);
    await judgeOffline(page, ['a', 'b'], () => logIn(page, other.email, PASSWORD));
    await until('both are kept', async () => (await unsent(page)) === 2);
    await page.reload();
    await page.getByText('0 of 6', { exact: true }).waitFor();
    await page.getByText(`Sign in as ${member.email} to send 2 judgements`).waitFor();
    await pressForNext(page, 'a');
    await stored(evaluation_id, 1);
    await until('those of the other wait alone', async () => (await unsent(page)) === 2);

    await logIn(page, member.email, PASSWORD);
    await page.reload();
    await stored(evaluation_id, 3);
    await until('nothing is left', async () => (await unsent(page)) === 0);
  });
});

describe('a password typed over a task', () => {
  test('judges nothing', async () => {
    const { evaluation_id } = await prepare();
    const { page, member } = await openAsMember(evaluation_id);
    const other = await makeMember(server(), ['evaluator']);
    await judgeOffline(page, ['a'], () => logIn(page, other.email, PASSWORD));
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`Sign in again as ${member.email}`).waitFor();
    const shown = await page
      .getByText(/^question \d+$/)
      .filter({ visible: true })
      .innerText();
    await dialog.getByLabel('Password').pressSequentially(PASSWORD);
    await page.keyboard.press('Enter');
    await stored(evaluation_id, 1);
    await until('nothing is left', async () => (await unsent(page)) === 0);
    assert.equal(await shownQuestion(page), shown);
    assert.equal((await judgements(evaluation_id)).length, 1);
  });
});

describe('an annotator who may judge no longer', () => {
  test('is told so, not that it is closed, and what they said is sent once they may again', async () => {
    const made = await prepare();
    const { evaluation_id } = made;
    const { page, member } = await openAsMember(evaluation_id);
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
  });

  test('is told that it is closed when it is, and may discard what came too late', async () => {
    const { evaluation_id } = await prepare();
    const page = await signIn({ expected: /409 \(/ });
    await page.goto(`/judge/${evaluation_id}`);
    await page.getByText('0 of 6', { exact: true }).waitFor();
    await pressForNext(page, 'a');
    await stored(evaluation_id, 1);
    await page.waitForLoadState('networkidle');
    await owner().closeHumanEvaluation({ parameters: { evaluation_id } });
    await pressForNext(page, 'b');
    await page.getByText('This evaluation is closed').waitFor();
    await page.getByText('One judgement could not be sent').waitFor();
    assert.equal((await judgements(evaluation_id)).length, 1);
    await page.getByRole('button', { name: 'Discard' }).click();
    await until('nothing is left', async () => (await unsent(page)) === 0);
  });
});
