import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Client } from '../../src/client/client.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type EvaluationWish, makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { makeLink } from '../support/guests.ts';
import { until } from '../support/until.ts';
import { follow } from './support/follow.ts';
import { HOSTILE } from './support/hostile-text.ts';
import {
  allSent,
  enterAsGuest,
  painted,
  pressForNext,
  shownQuestion,
} from './support/judge-page.ts';
import { stage } from './support/stage.ts';

const { owner, openPage, signIn } = stage();

async function prepare(client: Client, wish: EvaluationWish = {}) {
  const made = await makeHumanEvaluation(client, { rows: numberedRows(6), ...wish });
  await fillOutputs(client, made);
  return made;
}

async function judgements(client: Client, evaluation_id: string) {
  return client.listJudgements({ parameters: { evaluation_id } });
}

/** What the buttons of verdicts say, with their keys. */
async function verdictButtons(page: Page): Promise<readonly string[]> {
  const buttons = page.getByRole('group', { name: 'Your judgement' }).getByRole('button');
  const texts = await buttons.filter({ visible: true }).allInnerTexts();
  return texts.map((text) => text.replaceAll(/\s+/g, ' '));
}

describe('judging by keyboard', () => {
  test('a guest enters by a link, judges, undoes, is thanked, and never receives the name or id of a variant', async () => {
    const { evaluation_id, variants } = await prepare(owner());
    const { url } = await makeLink(owner(), { evaluationId: evaluation_id });
    const page = await openPage();
    const received: Promise<string>[] = [];
    page.on('response', (response) => {
      const isFromApi = /\/api\//.test(response.url());
      if (isFromApi) received.push(response.text().catch(() => ''));
    });
    await enterAsGuest(page, url, 'Second reviewer');
    assert.equal(new URL(page.url()).hash, '');

    await page.getByText('0 of 6', { exact: true }).waitFor();
    assert.deepEqual(await verdictButtons(page), [
      'A is better A ←',
      'Tie T',
      'Both bad X',
      'B is better B →',
    ]);
    const first = await shownQuestion(page);
    await pressForNext(page, 'a');
    await page.getByText('1 of 6', { exact: true }).waitFor();
    await pressForNext(page, 'ArrowRight');
    await pressForNext(page, 't');
    await page.getByText('3 of 6', { exact: true }).waitFor();
    await page.getByText('about a minute left').waitFor();
    const shown = [await page.content(), page.url()];
    for (const key of ['u', 'Control+z', 'u']) await pressForNext(page, key);
    await page.getByText('0 of 6', { exact: true }).waitFor();
    assert.equal(await shownQuestion(page), first);

    const note = page.getByRole('textbox', { name: 'Note' });
    await until('the note has the focus', async () => {
      await page.keyboard.press('n');
      return note.evaluate((field) => field === document.activeElement);
    });
    await page.keyboard.type('no better, but shorter');
    await page.keyboard.press('Escape');
    for (const key of ['x', 'a', 'b', 't', 'x']) await pressForNext(page, key);
    await pressForNext(page, 's');
    await page.getByText('You skipped one task').waitFor();
    await page.getByRole('button', { name: 'Revisit skipped tasks' }).click();
    await page.getByRole('region', { name: 'Output A' }).waitFor();
    await pressForNext(page, 'a');
    await page.getByText('You have judged 6 tasks').waitFor();
    assert.equal(await page.getByRole('link', { name: 'See results' }).count(), 0);

    const kept = await judgements(owner(), evaluation_id);
    assert.equal(kept.filter(({ withdrawn }) => !withdrawn).length, 6);
    assert.ok(kept.some(({ note }) => note === 'no better, but shorter'));
    assert.deepEqual(
      [...new Set(kept.map(({ annotator }) => annotator.name))],
      ['Second reviewer'],
    );
    await page.waitForLoadState('networkidle');
    const seen = [...(await Promise.all(received)), ...shown, await page.content()].join('\n');
    for (const { id, name } of variants) {
      assert.ok(!seen.includes(id), `the id of ${name} is seen`);
      assert.ok(!seen.includes(name), `${name} is seen`);
    }
  });

  test('a lost connection and a reload lose nothing', async () => {
    const { evaluation_id } = await prepare(owner());
    const page = await signIn({ expected: /429 \(|ERR_INTERNET_DISCONNECTED|Failed to fetch/ });
    await page.goto(`/judge/${evaluation_id}`);
    await page.getByText('0 of 6', { exact: true }).waitFor();
    await page.waitForLoadState('networkidle');

    await page.context().setOffline(true);
    await pressForNext(page, 'a');
    await pressForNext(page, 'b');
    await page.getByText('judgements are kept here until the connection is back').waitFor();
    assert.equal((await judgements(owner(), evaluation_id)).length, 0);

    const busy = '{"code":"too_many_requests","detail":"Wait a moment."}';
    await page.route('**/api/assignments/**', (route) =>
      route.fulfill({ status: 429, contentType: 'application/problem+json', body: busy }),
    );
    await page.context().setOffline(false);
    await page.getByText('Wait a moment. 2 judgements are kept here until they can').waitFor();

    await page.unroute('**/api/assignments/**');
    await page.reload();
    await page.getByText('2 of 6', { exact: true }).waitFor();
    await until(
      'two judgements',
      async () => (await judgements(owner(), evaluation_id)).length === 2,
    );
    await allSent(page);
    await painted(page);
    await page.keyboard.press('u');
    await page.getByText('1 of 6', { exact: true }).waitFor();
  });

  test('a held key judges one task, and so does a double click', async () => {
    const { evaluation_id } = await prepare(owner());
    const page = await signIn();
    await page.goto(`/judge/${evaluation_id}`);
    await page.getByText('0 of 6', { exact: true }).waitFor();
    await until('the first verdict', async () => {
      await page.keyboard.up('a');
      await page.keyboard.down('a');
      return (await page.getByText('1 of 6', { exact: true }).count()) === 1;
    });
    for (let repeat = 0; repeat < 20; repeat += 1) await page.keyboard.down('a');
    await page.keyboard.up('a');
    await allSent(page);
    assert.equal((await judgements(owner(), evaluation_id)).length, 1);

    const shown = page.getByRole('button', { name: 'A is better' }).filter({ visible: true });
    await shown.dblclick();
    await page.getByText('2 of 6', { exact: true }).waitFor();
    await allSent(page);
    assert.equal((await judgements(owner(), evaluation_id)).length, 2);
    // Enter on a button is no click of the mouse.
    await shown.focus();
    await page.keyboard.press('Enter');
    await page.getByText('3 of 6', { exact: true }).waitFor();
  });

  test('digits answer criteria and Enter submits', async () => {
    const { evaluation_id } = await prepare(owner(), {
      rows: numberedRows(2),
      settings: {
        guidelines: '# Prefer short answers',
        criteria: [
          { name: 'Correct', scale: { kind: 'binary' }, required: true, about: 'output' },
          {
            name: 'How sure',
            scale: { kind: 'likert', labels: ['not', 'a bit', 'very'] },
            required: true,
            about: 'comparison',
          },
        ],
      },
    });
    const page = await signIn();
    await page.goto(`/judge/${evaluation_id}`);
    await page.getByText('0 of 2', { exact: true }).waitFor();
    // Before the first task: the guidelines, the criteria and the number of tasks.
    await page.getByRole('heading', { name: 'Prefer short answers' }).waitFor();
    await page.getByText('You answer: Correct, How sure.').waitFor();
    await page.getByText('Up to 2 tasks, about 1 min').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Prefer short answers' }).waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByRole('region', { name: 'Output A' }).waitFor();
    await page.getByRole('button', { name: 'Guidelines' }).click();
    await page.getByRole('heading', { name: 'Prefer short answers' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Prefer short answers' }).waitFor({ state: 'hidden' });
    for (const key of ['1', '2', '3', 'a']) await page.keyboard.press(key);
    await pressForNext(page, 'Enter');
    await until(
      'one judgement',
      async () => (await judgements(owner(), evaluation_id)).length === 1,
    );
    const [judgement] = await judgements(owner(), evaluation_id);
    assert.deepEqual(
      judgement?.answers.map(({ criterion, value }) => [criterion, value]),
      [
        ['Correct', true],
        ['Correct', false],
        ['How sure', 3],
      ],
    );
  });

  test('Enter submits a judgement made with the mouse once, also from the button, and 0 chooses the tenth option, the last with a key', async () => {
    const { evaluation_id } = await prepare(owner(), {
      rows: numberedRows(4),
      settings: {
        criteria: [{ name: 'Correct', scale: { kind: 'binary' }, about: 'comparison' }],
      },
    });
    const page = await signIn();
    await page.goto(`/judge/${evaluation_id}`);
    await page.getByText('0 of 4', { exact: true }).waitFor();
    const shown = (name: string) => page.getByRole('button', { name }).filter({ visible: true });
    const answer = async (last: 'criterion' | 'verdict') => {
      if (last === 'criterion') await shown('A is better').click();
      await shown('Yes').click();
      if (last === 'verdict') await shown('A is better').click();
    };
    await answer('criterion');
    await pressForNext(page, 'Enter');
    await page.getByText('1 of 4', { exact: true }).waitFor();
    await answer('verdict');
    await pressForNext(page, 'Enter');
    await page.getByText('2 of 4', { exact: true }).waitFor();
    await answer('criterion');
    await shown('Submit').focus();
    await page.keyboard.press('Enter');
    await page.getByText('3 of 4', { exact: true }).waitFor();
    await until(
      'three judgements',
      async () => (await judgements(owner(), evaluation_id)).length === 3,
    );
    // The same press has not judged the next task.
    assert.equal(await shown('Yes').getAttribute('aria-pressed'), 'false');

    const options = Array.from({ length: 11 }, (_, index) => `option ${index + 1}`);
    const choosing = await prepare(owner(), {
      rows: numberedRows(2),
      settings: {
        criteria: [{ name: 'Kind', scale: { kind: 'choice', options }, about: 'comparison' }],
      },
    });
    await follow(page, `/judge/${choosing.evaluation_id}`);
    await page.getByText('0 of 2', { exact: true }).waitFor();
    const choices = page.getByRole('button', { name: 'option' }).filter({ visible: true });
    assert.deepEqual(
      await choices.allInnerTexts(),
      options.map((option, index) =>
        [...'1234567890']
          .slice(index, index + 1)
          .concat(option)
          .join(' '),
      ),
    );
    await painted(page);
    for (const key of ['0', 'a']) await page.keyboard.press(key);
    await pressForNext(page, 'Enter');
    await allSent(page);
    const [judgement] = await judgements(owner(), choosing.evaluation_id);
    assert.deepEqual(
      judgement?.answers.map(({ value }) => value),
      ['option 10'],
    );
  });

  test('one output is scored', async () => {
    const settings = { score_min: 1, score_max: 5 };
    const { evaluation_id } = await prepare(owner(), {
      type: 'single_model_test',
      rows: numberedRows(2),
      settings,
    });
    const page = await signIn();
    await page.goto(`/judge/${evaluation_id}`);
    await page.getByText('0 of 2', { exact: true }).waitFor();
    await pressForNext(page, '4');
    await pressForNext(page, '2');
    await page.getByText('You have judged 2 tasks').waitFor();
    const scores = (await judgements(owner(), evaluation_id)).map(({ score }) => score);
    assert.deepEqual(new Set(scores), new Set([2, 4]));
    await page.getByRole('link', { name: 'See results' }).click();
    await page.waitForURL(`**/evaluations/${evaluation_id}/results`);
  });
});

describe('the judge screen', () => {
  test('accepts a fresh link in the tab where a revoked one was tried, and lets the guest sign in or join as a member', async () => {
    const { evaluation_id } = await prepare(owner());
    const revoked = await makeLink(owner(), { evaluationId: evaluation_id });
    const fresh = await makeLink(owner(), { evaluationId: evaluation_id });
    await owner().revokeAnnotatorInvitation({
      parameters: { evaluation_id, invitation_id: revoked.id },
    });
    const page = await openPage({ expected: /40\d \(/ });
    const enter = async (url: string) => {
      await page.goto(url);
      await page.getByLabel('Your name').fill('Guest');
      const response = page.waitForResponse((one) => one.request().method() === 'POST');
      await page.keyboard.press('Enter');
      return (await response).status();
    };
    assert.notEqual(await enter(revoked.url), 200);
    await page.getByRole('alert').waitFor();
    assert.equal(await enter(fresh.url), 200);
    await page.getByRole('region', { name: 'Output A' }).waitFor();

    await page.goto('/apps');
    await page.getByText('Sign in to Jurybox').waitFor();
    await page.getByRole('link', { name: 'Back to your tasks' }).click();
    await page.getByRole('region', { name: 'Output A' }).waitFor();
    await page.goto('/invite#token=invented');
    await page.getByLabel('Password').waitFor();
  });

  test('informs a member that a guest link leaves them signed in', async () => {
    const { evaluation_id } = await prepare(owner());
    const { url } = await makeLink(owner(), { evaluationId: evaluation_id });
    const page = await signIn();
    await page.goto(url);
    await page.getByText('You stay signed in as').waitFor();
    await page.getByLabel('Your name').fill('Visitor');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Output A' }).waitFor();
    await pressForNext(page, 'a');
    await until('one judgement', async () => {
      const [kept] = await judgements(owner(), evaluation_id);
      return kept?.annotator.name === 'Visitor';
    });
    await page.goto(`/judge/${evaluation_id}`);
    await page.getByText(/^0 of \d+$/).waitFor();
  });

  test(`shows ${HOSTILE.length} hostile texts without running them`, async () => {
    const made = await makeHumanEvaluation(owner(), {
      rows: [{ question: HOSTILE.join('\n') }],
      settings: { guidelines: HOSTILE.join('\n\n') },
    });
    await fillOutputs(owner(), made, () => HOSTILE.join('\n\n'));
    const page = await signIn();
    await page.goto(`/judge/${made.evaluation_id}`);
    await page.getByRole('button', { name: 'Start judging' }).click();
    await page.getByRole('region', { name: 'Output A' }).waitFor();
    for (const format of ['markdown', 'json', 'chat', 'text']) {
      await page.getByLabel('Show as').selectOption(format);
      await page.waitForLoadState('networkidle');
    }
    await page.keyboard.press('d');
    await page.getByRole('button', { name: 'Guidelines' }).click();
    await page.getByRole('dialog').waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await page.evaluate(() => '__ran' in window), false);

    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByLabel('Note').fill(HOSTILE.join(' ').slice(0, 9_000));
    await page.getByRole('button', { name: 'Tie' }).click();
    await page.getByText('You have judged 1 task').waitFor();
    const evaluation = `/evaluations/${made.evaluation_id}`;
    await follow(page, evaluation);
    await page.getByText('1 of 1 judgements').waitFor();
    await follow(page, `${evaluation}/results`);
    await page.getByRole('button', { name: 'Show scenario 1' }).click();
    await page
      .getByText(/window\.__ran/)
      .filter({ visible: true })
      .first()
      .waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await page.evaluate(() => '__ran' in window), false);
  });
});
