import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { changeSettings } from '../support/change-settings.ts';
import type { MadeEvaluation } from '../support/evaluations.ts';
import { pdfPages } from './support/pdf-pages.ts';
import { makeShop, SHOWN_RESULTS } from './support/shown-results.ts';
import { stage } from './support/stage.ts';
import { wholeReport } from './support/whole-report.ts';

const { server, owner, signIn } = stage();

/** A4 without its margins, at 96 dots per inch. */
const PAPER = { width: 718, height: 1047 };

async function open(page: Page, { evaluation_id }: MadeEvaluation) {
  await page.goto(`/evaluations/${evaluation_id}/results`);
  await wholeReport(page);
  await page.getByRole('heading', { name: 'Excluded annotators' }).waitFor();
  await page.getByRole('heading', { name: 'Changes after the first judgement' }).waitFor();
}

/** Runs in the page: elements that paper, which does not scroll, would cut off. */
function cutOnPaper(): readonly string[] {
  return [...document.querySelectorAll('main *')]
    .filter((element) => {
      const { right, width, height } = element.getBoundingClientRect();
      const isHidden = width < 2 || height < 2;
      return !isHidden && right > document.documentElement.clientWidth + 1;
    })
    .map((element) => element.outerHTML.slice(0, 200));
}

describe('results on paper and in a file', () => {
  let made: MadeEvaluation;
  before(async () => {
    const shop = await makeShop(owner(), 'paper');
    made = await SHOWN_RESULTS.scores(server(), shop);
    const { evaluation_id } = made;
    const { progress } = await owner().fetchResults({ parameters: { evaluation_id } });
    const annotator_id = progress?.annotators?.find(({ name }) => name === 'Ben Ruiz')?.id ?? '';
    await owner().excludeAnnotator({
      parameters: { evaluation_id, annotator_id },
      body: { reason: 'Wrote some of the answers.' },
    });
    await changeSettings(owner(), { evaluation_id }, { level: 0.9 });
  });

  test('name their evaluation, its excluded annotators and its changes, without buttons, on A4 pages that all have text and keep headings with their figures', async () => {
    const page = await signIn({ context: { viewport: PAPER } });
    await open(page, made);
    await page.emulateMedia({ media: 'print' });
    const text = (await page.locator('main').innerText()).replaceAll('\u00a0', ' ');
    for (const fact of [
      /App\s+paper/,
      /Variants\s+chat\.baseline \(revision 1\), chat\.concise \(revision 1\)/,
      /Test set\s+customer questions \d \(revision 1\)/,
      /Created\s+\w+ \d+, \d{4}/,
      /Judgements per task\s+2/,
      /Left out: 72 judgements by excluded annotators\. With all judgements: /,
      /Ben Ruiz\s+Wrote some of the answers\.\s+72\b/,
      /Confidence level\s+95 %\s+90 %/,
      /Verdict with all judgements/,
    ]) {
      assert.match(text, fact);
    }
    assert.ok(text.includes(page.url()));
    assert.doesNotMatch(text, /Save as one file|CSV|Compare again|Choose an input/);
    const buttons = page.locator(
      'main button:not([data-tip]):not(th button):visible, main nav:visible',
    );
    assert.equal(await buttons.count(), 0);
    assert.deepEqual(await page.evaluate(cutOnPaper), []);

    await page.emulateMedia({ media: null });
    const pages = pdfPages(await page.pdf({ format: 'A4' }));
    assert.ok(pages.length >= 3 && pages.length <= 12, `${pages.length} pages`);
    for (const [index, { width, height, texts }] of pages.entries()) {
      assert.ok(Math.abs(width - 595) < 2 && Math.abs(height - 842) < 2, `${width} × ${height}`);
      assert.ok(texts > 10, `page ${index + 1} has ${texts} texts`);
    }
    await page.emulateMedia({ media: 'print' });
    const breaks = await page
      .locator('main section:has([data-plot])')
      .evaluateAll((sections) => sections.map((section) => getComputedStyle(section).breakInside));
    assert.ok(breaks.length >= 6);
    assert.deepEqual(new Set(breaks), new Set(['avoid']));
  });

  test('have the same content in one file, with dates instead of "yesterday"', async () => {
    const page = await signIn();
    await open(page, made);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as one file' }).click(),
    ]);
    const text = await readFile(await file.path(), 'utf8');
    const reader = await page.context().newPage();
    await reader.setViewportSize(PAPER);
    await reader.route('https://report.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: text }),
    );
    await reader.goto('https://report.test/');
    await reader.getByText('chat.baseline (revision 1)').waitFor();
    await reader.getByText(page.url(), { exact: true }).waitFor();
    await reader.getByRole('row', { name: /^Ben Ruiz Wrote some of the answers\./ }).waitFor();
    const times = await reader
      .locator('time')
      .evaluateAll((elements) => elements.map((time) => getComputedStyle(time, '::after').content));
    assert.ok(times.length >= 2);
    for (const time of times) assert.match(time, /\d{4}/);
    const marks = reader.getByRole('list', { name: 'Scores: Helpfulness' }).locator('svg');
    assert.equal(await marks.count(), 3);
    assert.equal(await reader.locator('button').count(), 0);
  });

  test('write numbers and dates in the format of the browser’s language', async () => {
    const page = await signIn({ context: { locale: 'de-DE' } });
    await open(page, made);
    const text = (await page.locator('main').innerText()).replaceAll('\u00a0', ' ');
    assert.match(text, /mean \d,\d+ \(\d,\d+ to \d,\d+\)/);
    assert.doesNotMatch(text, /\d\.\d/);
    const moment = page.locator('time').first();
    assert.match((await moment.getAttribute('title')) ?? '', /^\d{2}\.\d{2}\.\d{4}, /);
  });
});
