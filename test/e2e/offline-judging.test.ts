import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeMember } from '../support/builders.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { makeLink } from '../support/guests.ts';
import { until } from '../support/until.ts';
import { PASSWORD } from '../support/visitor.ts';
import { enterAsGuest, pressForNext, shownQuestion } from './support/judge-page.ts';
import { stage } from './support/stage.ts';

const { owner, server, openPage, signIn } = stage();

const OFFLINE = /ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/;

async function prepare(rows: number) {
  const made = await makeHumanEvaluation(owner(), { rows: numberedRows(rows) });
  await fillOutputs(owner(), made);
  return made.evaluation_id;
}

/** Waits until the page can be shown again without a connection. */
async function installed(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active === null || active.state === 'activated') return;
    await new Promise<void>((resolve) => {
      active.addEventListener('statechange', () => active.state === 'activated' && resolve());
    });
  });
}

function keptTasks(page: Page): Promise<number> {
  return page.evaluate(
    () => Object.keys(localStorage).filter((key) => /^jurybox\.tasks\/.*\/task\//.test(key)).length,
  );
}

describe('judging without a connection', () => {
  test('continues after a reload, and every judgement arrives once', async () => {
    const evaluation_id = await prepare(30);
    const { url } = await makeLink(owner(), { evaluationId: evaluation_id });
    const page = await openPage({ expected: OFFLINE });
    await enterAsGuest(page, url, 'Guest');
    await installed(page);
    await until('tasks are kept', async () => (await keptTasks(page)) >= 6);
    await page.getByText('0 of 30', { exact: true }).waitFor();

    await page.context().setOffline(true);
    const judged = [await shownQuestion(page)];
    await pressForNext(page, 'a');
    judged.push(await shownQuestion(page));
    await pressForNext(page, 'b');
    await page.getByRole('button', { name: 'Flag' }).click();
    await page.getByLabel('What is wrong?').fill('cut off');
    await page.getByRole('dialog').getByRole('button', { name: 'Flag' }).click();
    await page.getByText('Flagged').filter({ visible: true }).waitFor();
    await page.reload();
    await page.getByText('2 of 30', { exact: true }).waitFor();
    await page.getByText('Flagged').filter({ visible: true }).waitFor();
    judged.push(await shownQuestion(page));
    await pressForNext(page, 't');
    assert.equal(new Set(judged).size, 3);
    await page.getByText('3 judgements are kept here').waitFor();

    await page.context().setOffline(false);
    const stored = () => owner().listJudgements({ parameters: { evaluation_id } });
    await until('all have arrived', async () => (await stored()).length === 3);
    await page.getByText('3 of 30', { exact: true }).waitFor();
    const judgements = await stored();
    const questions = judgements.map(({ position }) => `question ${position}`);
    assert.deepEqual(questions.toSorted(), judged.toSorted());
    assert.deepEqual(
      judgements.map(({ version }) => version),
      [1, 1, 1],
    );
  });

  test('ends at sign-out: the next user of the browser finds neither tasks nor drafts', async () => {
    const evaluation_id = await prepare(6);
    const { email } = await makeMember(server(), ['evaluator']);
    const page = await signIn({ as: { email, password: PASSWORD }, expected: OFFLINE });
    await page.goto(`/judge/${evaluation_id}`);
    await page.getByText('0 of 6', { exact: true }).waitFor();
    await until('tasks are kept', async () => (await keptTasks(page)) > 0);
    await page.getByRole('textbox', { name: 'Note' }).fill('a draft');
    const tabStorage = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
    await until('the draft is kept', async () => (await tabStorage()).includes('a draft'));
    await page.goto('/inbox');
    await page.getByRole('button', { name: email }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('Sign in to Jurybox').waitFor();
    assert.equal(await keptTasks(page), 0);
    assert.ok(!(await tabStorage()).includes('a draft'));
  });

  test('drops the files of an older release once a new one is loaded', async () => {
    const evaluation_id = await prepare(6);
    const page = await signIn({ expected: OFFLINE });
    await page.goto(`/judge/${evaluation_id}`);
    await page.getByText('0 of 6', { exact: true }).waitFor();
    await installed(page);
    const names = await page.evaluate(async () => {
      await caches.open('jurybox of an older release');
      const registration = await navigator.serviceWorker.ready;
      await registration.unregister();
      return caches.keys();
    });
    assert.equal(names.length, 2);
    await page.reload();
    await page.getByText('0 of 6', { exact: true }).waitFor();
    await until('the old files are gone', async () => {
      const cacheNames = await page.evaluate(() => caches.keys());
      return cacheNames.length === 1 && !cacheNames.includes('jurybox of an older release');
    });
    const paths = await page.evaluate(async () => {
      const [name = ''] = await caches.keys();
      const requests = await (await caches.open(name)).keys();
      return requests.map(({ url }) => new URL(url).pathname);
    });
    for (const path of paths)
      assert.match(path, /^\/(assets\/.+-[\w-]{8}\.(js|css|svg)|judge\/offline)$/);
  });
});
