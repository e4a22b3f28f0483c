import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeMember } from '../support/builders.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { ALLOW_LOOPBACK, finishedRun, makeRunnable } from '../support/generation.ts';
import { startTarget } from '../support/target-server.ts';
import { until } from '../support/until.ts';
import { furnish } from './support/furniture.ts';
import { allSent, painted, pressForNext } from './support/judge-page.ts';
import { stage } from './support/stage.ts';

const { server, owner, signIn } = stage({ environment: ALLOW_LOOPBACK });

const PASSWORD = 'another long passphrase';
const MEGABYTE = 1_000_000;
const ARABIC = 'هذا الجواب أفضل لأنه أقصر';

/** Holds requests to an address until they are released, and counts them. */
async function holdRequests(page: Page, address: string, method: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let count = 0;
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    count += 1;
    await promise;
    await route.continue();
  });
  return { release: resolve, count: () => count };
}

async function judgementCount(evaluation_id: string): Promise<number> {
  return (await owner().listJudgements({ parameters: { evaluation_id } })).length;
}

describe('a server that is down', () => {
  test('is reported on a page that was not loaded yet, which loads once the server is back', async () => {
    const { appId } = await furnish(owner(), 'away');
    const page = await signIn({ expected: /ERR_CONNECTION_REFUSED|Failed to fetch/ });
    await page.goto('/apps');
    await page.getByText('away').waitFor();
    const isDown = /\/(api|assets)\//;
    await page.route(isDown, (route) => route.abort('connectionrefused'));
    await page.getByRole('link', { name: 'away' }).click();
    await page.getByText('Jurybox could not be reached').first().waitFor();
    await page.unroute(isDown);
    await page.getByRole('button', { name: 'Try again' }).click();
    // A browser may remember a failed script until the page is reloaded: Chromium 150 does.
    const title = page.getByRole('heading', { level: 1, name: 'away' });
    const reload = page.getByRole('button', { name: 'Reload' });
    await title.or(reload).waitFor();
    if (await reload.isVisible()) await reload.click();
    await title.waitFor();
    assert.ok(page.url().endsWith(`/apps/${appId}`));
  });
});

describe('a slow network', () => {
  test('shows that a page is loading, rejects an invisible name, and sends a form once', async () => {
    const page = await signIn();
    const reading = await holdRequests(page, '**/api/apps?*', 'GET');
    await page.goto('/apps');
    await page.getByRole('status').getByText('Loading…').waitFor({ state: 'attached' });
    reading.release();
    await page.getByRole('button', { name: 'Create app' }).first().click();
    const create = page.getByRole('button', { name: 'Create', exact: true });
    const name = page.getByLabel('App name');
    await name.fill('\u200B\u200D\u2060');
    await create.click();
    assert.ok(await name.evaluate((field) => field.matches(':invalid')));
    assert.equal(await name.getAttribute('title'), 'Enter some text.');
    // On a telephone, a press beside a field puts the keyboard away.
    await page.mouse.click(5, 5);
    assert.ok(await name.isVisible());
    const writing = await holdRequests(page, '**/api/apps', 'POST');
    await name.fill(`${ARABIC}\u200B`);
    await page.keyboard.press('Enter');
    await page.locator('button[aria-busy=true]').waitFor();
    assert.ok(await create.isDisabled());
    await page.keyboard.press('Enter');
    await create.click({ force: true });
    await until('the request is on its way', async () => writing.count() > 0);
    writing.release();
    await page.getByRole('heading', { level: 1, name: ARABIC }).waitFor();
    assert.equal(writing.count(), 1);
  });

  test('lets the annotator judge on while judgements are being sent, and renews an ended session over the task', async () => {
    const made = await makeHumanEvaluation(owner(), { rows: numberedRows(6) });
    await fillOutputs(owner(), made);
    const member = await makeMember(server(), ['editor']);
    const page = await signIn({
      as: { email: member.email, password: PASSWORD },
      expected: /401 \(Unauthorized\)/,
    });
    await page.goto(`/judge/${made.evaluation_id}`);
    await page.getByText('0 of 6', { exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    const sending = await holdRequests(page, '**/judgement', 'PUT');
    await pressForNext(page, 'a');
    await pressForNext(page, 'b');
    await page.getByText('2 of 6', { exact: true }).waitFor();
    await pressForNext(page, 't');
    await page.getByText('3 of 6', { exact: true }).waitFor();
    assert.equal(await judgementCount(made.evaluation_id), 0);
    sending.release();
    await until('three judgements', async () => (await judgementCount(made.evaluation_id)) === 3);
    await page
      .getByText(/^question \d+$/)
      .first()
      .waitFor();

    await page.unrouteAll();
    // The session ends during a judgement: at the next request the dialog covers the task.
    const last = await holdRequests(page, '**/judgement', 'PUT');
    await pressForNext(page, 'a');
    await until('the judgement is on its way', async () => last.count() > 0);
    for (const { id } of await member.browser.listSessions()) {
      await member.browser.reply.endSession({ parameters: { session_id: id } });
    }
    await page.context().clearCookies();
    last.release();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await until('the judgement', async () => (await judgementCount(made.evaluation_id)) === 4);
    await pressForNext(page, 'b');
    await until('the next judgement', async () => (await judgementCount(made.evaluation_id)) === 5);
  });
});

describe('an output of a megabyte', () => {
  test('is generated, compared, judged and shown in the results', async (t) => {
    const text = 'All of it is one long answer, and it goes on. '.repeat(MEGABYTE / 46);
    const target = await startTarget((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(text));
    });
    t.after(() => target.close());
    const made = await makeRunnable(owner(), {
      rows: 2,
      parameters: [{ style: 'plain' }, { style: 'loud' }],
      uri: target.url,
    });
    const parameters = { evaluation_id: made.evaluation_id };
    await owner().startGeneration({ parameters });
    await finishedRun(owner(), made);
    const page = await signIn();
    await page.goto(`/evaluations/${made.evaluation_id}`);
    await page
      .getByText(/All of it is one long answer/)
      .first()
      .waitFor();
    await page.goto(`/judge/${made.evaluation_id}`);
    const left = page.getByRole('region', { name: 'Output A' }).filter({ visible: true });
    await left.getByText(/All of it/).waitFor();
    await page.keyboard.press('d');
    await page.keyboard.press('d');
    await pressForNext(page, 'a');
    await until('the judgement', async () => (await judgementCount(made.evaluation_id)) === 1);
    await page.goto(`/evaluations/${made.evaluation_id}/results`);
    await page.getByRole('button', { name: 'Show scenario 1' }).click();
    await page
      .getByRole('heading', { name: /Output of/ })
      .first()
      .waitFor();
  });

  test('is refused in an imported file with a readable message', async () => {
    const made = await makeHumanEvaluation(owner(), { rows: numberedRows(1) });
    const page = await signIn({ expected: /400 \(Bad Request\)/ });
    await page.goto(`/evaluations/${made.evaluation_id}`);
    await page.getByRole('button', { name: 'Import outputs' }).click();
    const dialog = page.getByRole('dialog');
    const [first, second] = made.variants.map(({ name }) => name);
    const row = {
      question: 'question 0',
      [first ?? '']: 'x'.repeat(MEGABYTE),
      [second ?? '']: 'y',
    };
    await dialog.getByLabel(/File/).setInputFiles({
      name: 'outputs.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify([row])),
    });
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog.getByText(/An output is longer than 262144 bytes/).waitFor();
  });
});

describe('right-to-left text', () => {
  const REVERSED = '\u202Etxet desrever';

  test('keeps its direction and does not affect the page around it', async () => {
    const made = await makeHumanEvaluation(owner(), { rows: [{ question: `${REVERSED} 1` }] });
    await fillOutputs(owner(), made, (_, variant) =>
      variant === 0 ? ARABIC : `\u200B${REVERSED}`,
    );
    const page = await signIn();
    await page.goto(`/judge/${made.evaluation_id}`);
    const output = page.getByText(ARABIC);
    await output.waitFor();
    const direction = await output.evaluate((element) => getComputedStyle(element).direction);
    assert.equal(direction, 'rtl');
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).direction), 'ltr');
    const buttons = page.getByRole('group', { name: 'Your judgement' }).getByRole('button');
    assert.match((await buttons.first().innerText()).replaceAll('\n', ' '), /^A is better/);
    await painted(page);
    await page.keyboard.press('a');
    await page.getByText('1 of 1', { exact: true }).waitFor();
    await allSent(page);
    await page.goto(`/evaluations/${made.evaluation_id}/results`);
    await page.getByRole('button', { name: 'Show scenario 1' }).click();
    await page.getByText(ARABIC).waitFor();
  });
});

describe('a test set of 500 columns', () => {
  test('is read, and the user chooses which 200 columns to import', async () => {
    const { app_id } = await owner().createApp({ body: { app_name: 'wide' } });
    const page = await signIn();
    await page.goto(`/apps/${app_id}/testsets`);
    await page.getByRole('button', { name: 'Import' }).click();
    const names = Array.from({ length: 500 }, (_, index) => `column ${index + 1}`);
    await page.getByLabel('File (CSV, JSON or JSONL)').setInputFiles({
      name: 'wide.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${names.join(',')}\n${names.map((_, index) => index).join(',')}\n`),
    });
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 row, 500 columns.').waitFor();
    await dialog.getByText('The first 200 are chosen').waitFor();
    const keep = (name: string) => dialog.getByLabel(`Import the column ${name}`, { exact: true });
    await keep('column 500').check();
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog.getByRole('alert').getByText('at most 200 columns').waitFor();
    assert.ok(await keep('column 500').isChecked());
    await keep('column 1').uncheck();
    await dialog.getByRole('button', { name: 'Import' }).click();
    await page.getByRole('heading', { level: 1, name: 'wide' }).waitFor();
    await page.getByRole('gridcell', { name: '1', exact: true }).waitFor();
    const [made] = await owner().listTestsets({ query: { app_id } });
    const { csvdata } = await owner().fetchTestset({ parameters: { testset_id: made?.id ?? '' } });
    const columns = Object.keys(csvdata[0] ?? {});
    assert.deepEqual([columns.length, columns[0], columns.at(-1)], [200, 'column 2', 'column 500']);
  });
});
