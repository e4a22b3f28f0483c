import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFindings } from './support/axe-findings.ts';
import { painted, pressForNext } from './support/judge-page.ts';
import { stage } from './support/stage.ts';

const fresh = stage({ owner: 'to be set up' });
const { owner, signIn, openPage } = stage();

const ROWS = 4;
const TABLE = [
  'id,question,reference,current,shorter',
  ...Array.from(
    { length: ROWS },
    (_, row) => `${row},question ${row},On its way.,It left us on Monday.,On its way.`,
  ),
].join('\r\n');

const csv = (text: string, name = 'support answers.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

async function choose(page: Page, file: ReturnType<typeof csv>): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose file' }).click();
  await (await chooser).setFiles(file);
}

/** Judges every task by a key. */
async function judgeAll(page: Page, count: number): Promise<void> {
  await page.getByRole('region', { name: 'Output A' }).waitFor();
  for (let judged = 0; judged < count; judged += 1) await pressForNext(page, 'b');
  await page.getByText('All done, thank you').waitFor();
}

/** Puts a table on the clipboard as spreadsheets do, and pastes it. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((clip) => navigator.clipboard.writeText(clip), text);
  await page.keyboard.press('Control+v');
}

describe('from a spreadsheet to a verdict', () => {
  test('takes at most ten clicks in a fresh installation', async () => {
    const page = await fresh.openPage({ with: 'alone' });
    let clicks = 0;
    await page.exposeFunction('countClick', () => {
      clicks += 1;
    });
    await page.addInitScript(() => {
      document.addEventListener('click', ({ isTrusted }) => {
        if (isTrusted) Reflect.get(globalThis, 'countClick')();
      });
    });
    await page.goto(fresh.server().setupUrl ?? '');
    await page.getByLabel('E-mail').fill('reviewer@jurybox.test');
    await page.getByLabel('Name').fill('Reviewer');
    await page.getByLabel('New password').fill('tall green otters');
    await page.getByRole('button', { name: 'Create owner' }).click();
    await choose(page, csv(TABLE));
    await page.getByText('Creates 4 scenarios and 2 variants: current, shorter.').waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), 'support answers');
    await page.getByRole('button', { name: 'Start judging' }).click();
    await judgeAll(page, ROWS);
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'See results' }).and(page.locator(':focus')).click();
    await page
      .getByText(/Based on all 4 planned scenarios|Not settled yet|is better than/)
      .first()
      .waitFor();
    assert.ok(clicks >= 4 && clicks <= 10, `${clicks} clicks`);
  });

  test('leaves a paste to an open dialog, reads one from a spreadsheet, and keeps the chosen roles of its columns', async () => {
    const page = await signIn();
    await page.goto('/start');
    await page.getByText('Drop a spreadsheet here').waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Go to' });
    await field.and(page.locator(':focus')).waitFor();
    await paste(page, 'demo');
    assert.equal(await field.inputValue(), 'demo');
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });

    await paste(
      page,
      'topic\tbest\tfirst draft\tsecond draft\tremarks\nrain\tWet.\t"It\nrains."\tRain.\tok\n\t\t\t\t\n',
    );
    await page.getByText('1 row, 5 columns.').waitFor();
    assert.equal(await page.getByLabel('Role of column topic').inputValue(), 'input');
    assert.equal(await page.getByLabel('Role of column second draft').inputValue(), 'output');
    assert.equal(await page.getByLabel('Role of column remarks').inputValue(), 'none');
    await page.getByLabel('Role of column best').selectOption('expected');
    await page.getByLabel('Role of column first draft').selectOption('none');
    await page.getByText('1 variant: second draft.').waitFor();
    await page.getByLabel('Role of column second draft').selectOption('none');
    await page.getByText('Choose at least one column that holds outputs.').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Start judging' }).isDisabled());
    await page.getByLabel('Role of column second draft').selectOption('output');
    await page.getByLabel('Role of column remarks').selectOption('output');
    await page.getByLabel('Name').fill('two drafts');
    await page.getByRole('button', { name: 'Start judging' }).click();
    await page.getByText('0 of 1', { exact: true }).waitFor();
    const apps = await owner().listApps({ query: {} });
    const app = apps.find(({ app_name }) => app_name === 'two drafts');
    const [evaluation] = await owner().listHumanEvaluations({
      query: { app_id: app?.app_id ?? '' },
    });
    assert.deepEqual(evaluation?.variant_names, ['second draft', 'remarks']);
    const [scenario] = await owner().listEvaluationScenarios({
      parameters: { evaluation_id: evaluation.id },
    });
    assert.equal(scenario?.correct_answer, 'Wet.');
  });

  test('accepts a dropped file, says what to do about one that it cannot use, and does not pull back a user who has left the page', async () => {
    const page = await signIn({ expected: /400/ });
    await page.goto('/start');
    const area = page.getByRole('region', { name: 'Drop a spreadsheet here' });
    const data = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'dropped.csv', { type: 'text/csv' }));
      return transfer;
    }, TABLE);
    await area.dispatchEvent('dragover', { dataTransfer: data });
    await page.getByText('Drop the file to read it').waitFor();
    await page.locator('section', { hasText: 'Drop the file' }).dispatchEvent('drop', {
      dataTransfer: data,
    });
    await page.getByText('4 rows, 5 columns.').waitFor();
    await page.getByRole('button', { name: 'Choose another file' }).click();

    const refusals: readonly (readonly [file: ReturnType<typeof csv>, sentence: RegExp])[] = [
      [csv('only\none\n'), /There is one column, "only"/],
      [csv('question,a,b\n'), /no rows below the header/],
      [csv('Are you well?,Yes.,No.\nx,y,z\n'), /The first line reads like data/],
      [csv('question,a,a\nx,y,z\n'), /Line 1: .*column name twice/],
      [csv('PK\u0003\u0004', 'book.xlsx'), /Save the sheet as CSV/],
      [{ ...csv(''), buffer: Buffer.from([0x61, 0x2c, 0xc3, 0x28, 0x0a]) }, /not text in UTF-8/],
      [csv('{"a"', 'rows.json'), /not valid JSON/],
    ];
    for (const [file, sentence] of refusals) {
      await choose(page, file);
      await page.getByRole('alert').getByText(sentence).waitFor();
    }
    await choose(page, csv('question,a,b\nx,y,z\nx,y,\n'));
    await page.getByRole('button', { name: 'Start judging' }).click();
    await page
      .getByRole('alert')
      .getByText(/line 3: The output in column "b" is empty/)
      .waitFor();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await page.getByText('Drop a spreadsheet here').waitFor();

    await choose(page, csv(TABLE));
    const departure = Promise.withResolvers<void>();
    await page.route('**/api/quick-evaluations', async (route) => {
      await departure.promise;
      await route.continue();
    });
    const response = page.waitForResponse('**/api/quick-evaluations');
    await page.getByRole('button', { name: 'Start judging' }).click();
    await page.getByRole('link', { name: 'Inbox' }).click();
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    departure.resolve();
    await (await response).finished();
    await painted(page);
    assert.equal(new URL(page.url()).pathname, '/inbox');
  });

  test('works by keyboard alone, from the command palette on', async () => {
    const page = await signIn();
    await page.goto('/inbox');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('spreadsheet');
    assert.equal(await page.getByRole('combobox', { name: 'Go to' }).inputValue(), 'spreadsheet');
    await page.getByRole('option', { name: /Start from a spreadsheet/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Drop a spreadsheet here').waitFor();
    await paste(page, TABLE.replaceAll(',', '\t'));
    await page.getByRole('button', { name: 'Start judging' }).waitFor();
    // The button has the focus, so that Enter starts.
    await page.keyboard.press('Enter');
    await judgeAll(page, ROWS);
  });

  test('fits a phone, has no serious axe findings, and lets the user copy a guest link while judging', async () => {
    const page = await signIn({ context: { viewport: { width: 360, height: 740 } } });
    await page.goto('/start');
    await page.getByText('Drop a spreadsheet here').waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await choose(page, csv(TABLE));
    await page.getByRole('button', { name: 'Start judging' }).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(overflow, 0);
    await page.getByRole('button', { name: 'Start judging' }).click();
    await page.getByText('0 of 4', { exact: true }).waitFor();
    await page.setViewportSize({ width: 1280, height: 740 });
    await page.getByRole('button', { name: 'Copy guest link' }).click();
    await page.getByText('Guest link copied.').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /\/judge\/[0-9a-f-]+#token=/);
    const guest = await openPage({ context: {}, expected: /401/ });
    await guest.goto(link);
    await guest.getByText('No account needed').waitFor();
  });
});

describe('sample data', () => {
  test('creates a demo with results, which can be removed', async () => {
    const page = await signIn();
    const before = await owner().listApps({ query: {} });
    await page.goto('/start');
    await page.getByRole('button', { name: 'Try it with sample data' }).click();
    await page.getByRole('heading', { level: 1, name: /^Demo: / }).waitFor();
    await page.getByText('This is demo data.').waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await page.getByRole('link', { name: /^baseline vs concise on/ }).click();
    await page.getByText('Maya (simulated)').first().waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Remove demo' }).click();
    // By key: under the closing dialog, the mouse would be over a variant and load it while it goes.
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByText(/^Demo: .* was deleted\.$/).waitFor();
    assert.deepEqual(await owner().listApps({ query: {} }), before);
  });
});
