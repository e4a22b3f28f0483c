import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import type { Assignment, JudgementSubmission } from '../../src/contract/judging/assignments.ts';
import type { Judgement } from '../../src/contract/judging/judgements.ts';
import { makeMember } from '../support/builders.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type EvaluationWish, makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { enter, makeLink } from '../support/guests.ts';
import { judgeByFives } from '../support/judge-tasks.ts';
import { takeTasks } from '../support/take-tasks.ts';
import { until } from '../support/until.ts';
import { follow } from './support/follow.ts';
import { stage } from './support/stage.ts';
import { wholeReport } from './support/whole-report.ts';

const { server, owner, signIn } = stage();

async function makeJudged(
  client: Client,
  wish: EvaluationWish,
  judge: (assignment: Assignment, index: number) => JudgementSubmission,
) {
  const made = await makeHumanEvaluation(client, { rows: numberedRows(8), ...wish });
  await fillOutputs(client, made);
  await judgeByFives(client, made, judge);
  return { ...made, path: `/evaluations/${made.evaluation_id}/results` };
}

/** Prefers the output of the variant. */
function preferring(variant: number, { slots }: Pick<Assignment, 'slots'>): JudgementSubmission {
  const slot = slots.find(({ output }) => output.startsWith(`output ${variant}`)) ?? slots[0];
  return { outcome: slot?.slot_id ?? 'tie' };
}

const PER_GUEST = 10;

/** One judgement per scenario; the preference for the second variant grows from annotator to annotator. */
async function makeJudgedByGuests(annotatorCount: number) {
  const rows = numberedRows(PER_GUEST * annotatorCount);
  const made = await makeHumanEvaluation(owner(), { rows });
  await fillOutputs(owner(), made);
  const link = await makeLink(owner(), {
    evaluationId: made.evaluation_id,
    max_uses: annotatorCount,
  });
  for (let annotator = 0; annotator < annotatorCount; annotator += 1) {
    const { browser } = await enter(server(), link, `Guest ${annotator}`);
    for (let index = 0; index < PER_GUEST; index += 1) {
      const [task] = await takeTasks(browser, made);
      const body = preferring(index < 3 + annotator ? 1 : 0, task ?? { slots: [] });
      await browser.submitJudgement({ parameters: { assignment_id: task?.id ?? '' }, body });
    }
  }
  return made;
}

describe('the results page', () => {
  test('is one tab of its evaluation, beside the others', async () => {
    const { path } = await makeJudged(owner(), {}, (assignment) => preferring(1, assignment));
    const page = await signIn();
    await page.goto(path);
    const tabs = page.getByRole('navigation', { name: 'Parts of the evaluation' });
    for (const name of ['Issues', 'Results', 'Overview', 'Results']) {
      await tabs.getByRole('link', { name }).click();
      await tabs.locator('[aria-current="page"]', { hasText: name }).waitFor();
    }
    assert.ok(page.url().endsWith(path));
  });

  test('ranks three variants, offers the numbers of every plot as a table and as CSV, and links every method to its page', async () => {
    const { path } = await makeJudged(owner(), { variantCount: 3 }, (assignment) =>
      preferring(2, assignment),
    );
    const page = await signIn({ expected: /404 \(Not Found\)/ });
    await page.goto(path);
    await page.getByRole('heading', { name: 'Ranking' }).waitFor();
    await page.getByRole('table', { name: 'Wins against each other' }).waitFor();
    await wholeReport(page);
    const plots = page.locator('section:has([data-plot])');
    const count = await plots.count();
    assert.ok(count >= 3, `${count} plots`);
    for (let index = 0; index < count; index += 1) {
      const plot = plots.nth(index);
      await plot.getByRole('button', { name: 'Numbers' }).click();
      await plot.getByRole('columnheader').first().waitFor();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        plot.getByRole('button', { name: 'CSV' }).click(),
      ]);
      const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
      assert.ok(lines.length >= 2, `${file.suggestedFilename()} has ${lines.length} lines`);
    }

    const how = page.locator('section').filter({
      has: page.getByRole('heading', { name: 'How this was computed' }),
    });
    const methods = await how.locator('dd').last().innerText();
    const links = await how
      .getByRole('link')
      .evaluateAll((elements) =>
        elements.map((link) => [link.textContent, link.getAttribute('href') ?? ''] as const),
      );
    assert.deepEqual(
      links.map(([name]) => name),
      methods.split(', '),
    );
    const first = how.getByRole('link').first();
    const text = links[0]?.[1].replace('/methods/', '/assets/') ?? '';
    // Hovering over the link fetches the page before the click.
    await Promise.all([
      page.waitForRequest((request) => request.url().includes(text)),
      first.hover(),
    ]);
    const seen = new Set<string>();
    for (const address of new Set(links.map(([, href]) => href))) {
      seen.add(await page.title());
      await follow(page, address);
      await until('another page', async () => !seen.has(await page.title()));
      await page.getByText('Question.', { exact: true }).waitFor();
      await page.getByRole('heading', { name: 'When not to use it' }).waitFor();
    }
    for (const address of ['/methods/guessing', '/methods/calibration']) {
      await follow(page, address);
      await page.getByRole('heading', { name: 'Nothing here' }).waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: 'When not to use it' }).waitFor();
    }
  });

  test('pools the results of five annotators, and says why it does not pool those of four', async () => {
    const { evaluation_id } = await makeJudgedByGuests(5);
    const page = await signIn();
    await page.goto(`/evaluations/${evaluation_id}/results`);
    const lines = page.getByRole('row', { name: /^Guest/ });
    await page.getByRole('columnheader', { name: 'Own result' }).waitFor();
    await page.getByRole('columnheader', { name: 'Pooled result' }).waitFor();
    await lines
      .first()
      .getByText(/^\d+\s% \(\d+–\d+\s%\)$/)
      .waitFor();
    await page.getByText(/drawn towards that of all annotators/).waitFor();
    const { progress } = await owner().fetchResults({ parameters: { evaluation_id } });
    await owner().excludeAnnotator({
      parameters: { evaluation_id, annotator_id: progress?.annotators?.[0]?.id ?? '' },
      body: { reason: 'To have four.' },
    });
    await page.reload();
    await page.getByRole('columnheader', { name: 'Own result' }).waitFor();
    await page.getByText('Pooled results need at least five annotators.').waitFor();
    assert.equal(await page.getByText('Pooled result', { exact: true }).count(), 0);
  });

  test('shows the scores of a criterion', async () => {
    const criteria = [
      { name: 'Helpful', scale: { kind: 'likert' as const, labels: ['no', 'partly', 'yes'] } },
    ];
    const { path } = await makeJudged(owner(), { settings: { criteria } }, (assignment, index) => ({
      ...preferring(1, assignment),
      answers: assignment.slots.map(({ slot_id }, slot) => ({
        criterion: 'Helpful',
        slot_id,
        value: ((index + slot) % 3) + 1,
      })),
    }));
    const page = await signIn();
    await page.goto(path);
    await page.getByRole('heading', { name: 'Scores: Helpful' }).first().waitFor();
  });

  test('compares by the values of a chosen input, and shows the scenarios of one value, under a URL that can be shared', async () => {
    const topicOf = (index: number) =>
      index < 60 ? 'delivery' : index < 72 ? 'refunds' : `rare ${index}`;
    const rows = Array.from({ length: 76 }, (_, index) => ({
      question: `question ${index}`,
      topic: topicOf(index),
    }));
    const { path } = await makeJudged(owner(), { rows }, (assignment) => {
      const isRefund = assignment.inputs.some(({ input_value }) => input_value === 'refunds');
      return preferring(isRefund ? 1 : 0, assignment);
    });
    const page = await signIn();
    await page.goto(path);
    await page.getByText('50 of 76 scenarios, most disputed first.').waitFor();
    await page.getByLabel('Input', { exact: true }).selectOption('topic');
    const plot = page.getByRole('list', { name: 'By topic' });
    await plot.getByText(/^refunds · /).waitFor();
    await plot.getByText(/^delivery · /).waitFor();
    // None of these are among the first fifty.
    await page.getByLabel('Scenarios in the table').selectOption('refunds');
    const refunds = page.getByText('refunds: 12 of 12 scenarios, most disputed first.');
    await refunds.waitFor();
    const lines = page.getByRole('row', { name: /^Show scenario/ });
    await lines.nth(11).waitFor();
    assert.equal(await lines.count(), 12);
    await page.getByRole('button', { name: 'Show scenario 61' }).click();
    await page.getByText('output 1 of 60').waitFor();

    await page.reload();
    await refunds.waitFor();
    await page.getByLabel('Scenarios in the table').selectOption('All other values');
    await page.getByText('All other values: 4 of 4 scenarios').waitFor();
    await lines.filter({ hasText: 'rare 75' }).waitFor();
    await page.getByLabel('Scenarios in the table').selectOption('All scenarios');
    await page.getByText('50 of 76 scenarios, most disputed first.').waitFor();
    await lines.filter({ hasText: 'delivery' }).first().waitFor();
    await page.getByLabel('Input', { exact: true }).selectOption('question');
    await page
      .getByRole('list', { name: 'By question' })
      .getByText(/^All other values · /)
      .waitFor();
  });

  test('says that there is no verdict before the first judgement, and then in sentences which annotators to check, with the result without them', async () => {
    const wish = { rows: numberedRows(24), settings: { judgements_per_task: 2 } };
    const made = await makeHumanEvaluation(owner(), wish);
    const { evaluation_id } = made;
    const page = await signIn();
    await page.goto(`/evaluations/${evaluation_id}/results`);
    await page.getByText('No verdict yet').waitFor();
    await fillOutputs(owner(), made);
    await judgeByFives(owner(), made, (assignment) => preferring(1, assignment));
    const link = await makeLink(owner(), { evaluationId: evaluation_id });
    const guest = await enter(server(), link, 'Second reviewer');
    await judgeByFives(guest.browser, { evaluation_id }, ({ slots: [left] }) => ({
      outcome: left?.slot_id ?? '',
      time_taken_ms: 100,
    }));
    await page.reload();
    const line = page.getByRole('row', { name: /^Second reviewer 24/ });
    await line.getByText('Chose the left output in 24 of 24 decided comparisons.').waitFor();
    await line.getByText('Judged in 0.1 s (median)').waitFor();
    await line.getByText(/^100\s% \(\d+–100\s%\)$/).waitFor();
  });

  test('shows how each annotator judged, and the scenarios with the most disputed first or in the chosen order', async () => {
    const wish = { rows: numberedRows(120), settings: { judgements_per_task: 2 } };
    const { path, evaluation_id } = await makeJudged(owner(), wish, (assignment) =>
      preferring(1, assignment),
    );
    const link = await makeLink(owner(), { evaluationId: evaluation_id });
    const guest = await enter(server(), link, 'Second reviewer');
    // The last third, which is not among the first fifty by position.
    const disputed = (text = '') => Number(text.replace('question ', '')) >= 80;
    await judgeByFives(guest.browser, { evaluation_id }, (assignment) =>
      preferring(disputed(assignment.inputs[0]?.input_value) ? 0 : 1, assignment),
    );
    const page = await signIn();
    await page.goto(path);
    const annotators = page.locator('section').filter({
      has: page.getByRole('heading', { name: 'Annotators', exact: true }),
    });
    await annotators.getByRole('row', { name: /^Second reviewer 120 50 %/ }).waitFor();
    await page.getByRole('list', { name: 'Biases' }).getByText('Left output wins').waitFor();
    const lines = page.getByRole('row', { name: /^Show scenario/ });
    await page.getByText('50 of 120 scenarios, most disputed first.').waitFor();
    await lines.nth(49).waitFor();
    const figures = await lines.getByRole('cell', { name: /^\d+\s%$/ }).allInnerTexts();
    assert.deepEqual(
      figures.map((figure) => figure.replace('\u00a0', ' ')),
      [...Array(40).fill('100 %'), ...Array(10).fill('0 %')],
    );
    await lines.first().filter({ hasText: 'question 80' }).waitFor();

    const heads = page.getByRole('columnheader');
    const more = page.getByRole('button', { name: 'Show more' });
    await more.press('Enter');
    await page.getByText('100 of 120 scenarios, most disputed first.').waitFor();
    await more.press('Enter');
    await page.getByText('120 of 120 scenarios, most disputed first.').waitFor();
    await lines.nth(119).waitFor();
    const numbers = await lines
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
    assert.equal(new Set(numbers).size, 120);
    assert.equal(await more.count(), 0);

    await heads.getByRole('button', { name: 'Scenario' }).press('Enter');
    await page.getByText('50 of 120 scenarios, in test set order.').waitFor();
    await page.locator('th[aria-sort=ascending]').filter({ hasText: 'Scenario' }).waitFor();
    await lines.first().filter({ hasText: 'question 0' }).waitFor();
    await page.reload();
    await page.getByText('50 of 120 scenarios, in test set order.').waitFor();
    await heads.getByRole('button', { name: 'Disagreement' }).press('Space');
    await lines.first().filter({ hasText: 'question 80' }).waitFor();
    await page.locator('th[aria-sort=descending]').filter({ hasText: 'Disagreement' }).waitFor();
    await heads.getByRole('button', { name: 'Scenario' }).click();
    await lines.first().filter({ hasText: 'question 0' }).filter({ hasText: '0 %' }).waitFor();
    await heads.getByRole('button', { name: 'Disagreement' }).click();
    await lines.first().filter({ hasText: 'question 80' }).filter({ hasText: '100 %' }).waitFor();
  });

  test('is saved as one file that runs no script and sends no request', async () => {
    const hostile = '<img src=x onerror="window.__ran=1"><script>window.__ran=1</script>';
    const wish = { rows: numberedRows(60), settings: { judgements_per_task: 2 } };
    const { path, evaluation_id } = await makeJudged(owner(), wish, (assignment) => ({
      ...preferring(1, assignment),
      note: `${assignment.inputs[0]?.input_value} was easy`,
    }));
    const link = await makeLink(owner(), { evaluationId: evaluation_id });
    const guest = await enter(server(), link, hostile);
    await judgeByFives(guest.browser, { evaluation_id }, (assignment) => preferring(1, assignment));
    await owner().updateEvaluationSettings({
      parameters: { evaluation_id },
      body: { name: 'どちら?' },
      ifMatch: '*',
    });
    const page = await signIn();
    await page.goto(path);
    await page.getByRole('heading', { name: 'How this was computed' }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as one file' }).click(),
    ]);
    assert.equal(file.suggestedFilename(), 'results-どちら.html');
    const text = await readFile(await file.path(), 'utf8');
    // Its only URL is that of the page, as text.
    assert.ok(text.includes(`>${page.url()}</dd>`));
    assert.doesNotMatch(
      text.replaceAll(page.url(), ''),
      /<script|<button|<link|src=(?!x onerror)|https?:\/\/(?!www\.w3\.org)/,
    );

    // A CSS rule that lost its value when it was serialized looks like this.
    assert.deepEqual(text.match(/^.*\s[a-z][a-z-]*: ;.*$/gm) ?? [], []);
    const reader = await page.context().newPage();
    const requests: string[] = [];
    reader.on('request', (request) => requests.push(request.url()));
    await reader.route('https://report.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: text }),
    );
    await reader.goto('https://report.test/');
    await reader.getByText('all 60 planned scenarios, 2 annotators and 120 judgements').waitFor();
    await reader.getByText(hostile).first().waitFor({ state: 'attached' });
    assert.ok((await reader.locator('[data-plot]').count()) >= 3);
    await reader.getByText('Numbers').first().click();
    await reader.getByRole('columnheader', { name: 'Share in %' }).waitFor();
    // The file has scenarios that the page had not loaded.
    const details = reader.locator('details').filter({ hasText: 'question 59' });
    await details.getByText('Outputs and judgements').click();
    await details.getByText('output 1 of 59').waitFor();
    await details.getByText('question 59 was easy').waitFor();
    assert.equal(await details.getByText(/is better/).count(), 2);
    const scenarios = reader.locator('table').filter({ hasText: 'Outputs and judgements' });
    assert.equal(await scenarios.getByRole('cell', { name: '0 %', exact: true }).count(), 60);
    assert.equal(await reader.getByText('This file contains the first').count(), 0);
    assert.equal(await reader.evaluate(() => '__ran' in window), false);
    assert.deepEqual(requests, ['https://report.test/']);
  });

  test('is saved with as many scenarios and judgements as fit in a file, and says so', async () => {
    const made = await makeHumanEvaluation(owner(), { rows: numberedRows(22) });
    await fillOutputs(owner(), made, (position) => `${position} ${'long '.repeat(40_000)}`);
    await judgeByFives(owner(), made, () => ({ outcome: 'tie' }));
    const page = await signIn();
    // Texts that answer a criterion, as long as only many judgements are in fact.
    const answer = {
      criterion: 'Why',
      slot_id: null,
      variant_id: null,
      value: 'w'.repeat(300_000),
    };
    await page.route('**/judgements?*', async (route) => {
      const judgements: Judgement[] = await (await route.fetch()).json();
      await route.fulfill({ json: judgements.map((one) => ({ ...one, answers: [answer] })) });
    });
    await page.goto(`/evaluations/${made.evaluation_id}/results`);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as one file' }).click(),
    ]);
    const text = await readFile(await file.path(), 'utf8');
    assert.match(text, /This file contains the first 19 scenarios/);
    assert.match(text, /This file contains the first 3 judgements/);
    assert.ok(text.length < 9_000_000, `${text.length} characters`);
  });

  test('is hidden from blind annotators until the evaluation is closed, and its verdict is in the list', async () => {
    const { app_id, path, evaluation_id } = await makeJudged(owner(), {}, (assignment) =>
      preferring(1, assignment),
    );
    const { email } = await makeMember(server(), ['evaluator']);
    const page = await signIn({ as: { email, password: 'another long passphrase' } });
    await page.goto(path);
    await page.getByText('its results could influence you').waitFor();
    assert.equal(await page.locator('[data-plot]').count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Save as one file' }).count(), 0);
    await owner().closeHumanEvaluation({ parameters: { evaluation_id } });
    await page.reload();
    await page.getByText('it wins 100 % of comparisons').waitFor();
    const trail = page.getByRole('navigation', { name: 'Breadcrumbs' });
    await trail.getByRole('link', { name: 'Evaluations' }).click();
    await page.waitForURL(`**/apps/${app_id}/evaluations`);
    await page.getByRole('listitem').getByText('it wins 100 % of comparisons').waitFor();
  });
});
