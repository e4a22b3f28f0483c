import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { Output } from '../../src/contract/api.ts';
import { summarizeResults } from '../../src/domain/results/summarize-results.ts';
import type { MadeEvaluation } from '../support/evaluations.ts';
import { simulatedVotes, studyOf, variantId } from '../support/studies.ts';
import { axeFindings } from './support/axe-findings.ts';
import { follow } from './support/follow.ts';
import { lookOf } from './support/look-of.ts';
import { makeShop, SHOWN_RESULTS, type ShownResults } from './support/shown-results.ts';
import { stage } from './support/stage.ts';
import { wholeReport } from './support/whole-report.ts';

const { server, owner, signIn } = stage();
const PHONE = { viewport: { width: 360, height: 740 } };
const STILL = { context: { reducedMotion: 'reduce' } } as const;

type EvaluationReference = Pick<MadeEvaluation, 'evaluation_id'>;

async function open(page: Page, { evaluation_id }: EvaluationReference): Promise<void> {
  await page.goto(`/evaluations/${evaluation_id}/results`);
  await lastSection(page).waitFor();
  await page.waitForLoadState('networkidle');
}

/** Goes by way of a page without plots, so that the previous ones are not taken for the next. */
async function followTo(page: Page, { evaluation_id }: EvaluationReference): Promise<void> {
  await follow(page, NEUTRAL_PATH);
  await lastSection(page).waitFor({ state: 'detached' });
  await follow(page, `/evaluations/${evaluation_id}/results`);
  await wholeReport(page);
}

const NEUTRAL_PATH = '/settings/keys';
const lastSection = (page: Page) => page.getByRole('heading', { name: 'How this was computed' });

async function assertAccessible(page: Page): Promise<void> {
  assert.deepEqual(await axeFindings(page), []);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForFunction(() => matchMedia('(prefers-color-scheme: dark)').matches);
  assert.deepEqual(await axeFindings(page, { runOnly: ['color-contrast'] }), [], 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Replaces the names of the variants in responses to the page. */
async function rename(
  page: Page,
  { evaluation_id }: EvaluationReference,
  variant_names: readonly string[],
): Promise<void> {
  await page.route(`**/api/human-evaluations/${evaluation_id}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), variant_names } });
  });
}

/** Runs in the page: elements that reach beyond the screen and cannot be scrolled to. */
function cutOff(): readonly string[] {
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    (element.tagName === 'MAIN'
      ? false
      : (element.scrollWidth > element.clientWidth &&
          ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)) ||
        scrolls(element.parentElement));
  return [...document.querySelectorAll('main *')]
    .filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      const isOutside = left < -1 || right > document.documentElement.clientWidth + 1;
      return width > 1 && isOutside && !scrolls(element.parentElement);
    })
    .map((element) => element.outerHTML.slice(0, 200));
}

/** Names of variants in the order of a plot or a matrix. */
async function namesIn(place: Locator): Promise<readonly string[]> {
  const texts = await place.allInnerTexts();
  return texts.flatMap((text) => text.match(/chat\.[a-z-]+/)?.[0] ?? []);
}

describe('the plots of results', () => {
  const made = new Map<ShownResults, MadeEvaluation>();
  const at = (name: ShownResults) => made.get(name) ?? assert.fail(name);
  before(async () => {
    const shop = await makeShop(owner(), 'plots');
    for (const name of ['two', 'five', 'scores'] as const) {
      made.set(name, await SHOWN_RESULTS[name](server(), shop));
    }
  });

  test('print the estimate and interval of every row and name both directions, with one mark and colour for each variant, and pass axe', async () => {
    const page = await signIn(STILL);
    await open(page, at('five'));
    await assertAccessible(page);
    const ranking = page.getByRole('list', { name: 'Ranking' }).getByRole('listitem');
    const order = await namesIn(ranking);
    assert.equal(order.length, 5);
    const matrix = page.getByRole('table', { name: 'Wins against each other' });
    assert.deepEqual(await namesIn(matrix.getByRole('columnheader')), order);
    assert.deepEqual(await namesIn(matrix.getByRole('rowheader')), order);
    // By place in the evaluation, not by rank.
    const colours = { baseline: '#000000', concise: '#e69f00', 'large-model': '#56b4e9' };
    for (const [name, colour] of Object.entries(colours)) {
      const row = ranking.filter({ hasText: `chat.${name}` });
      const style = await row.locator('svg').first().getAttribute('style');
      assert.match(style ?? '', new RegExp(`--fill: light-dark\\(${colour}`), name);
    }
    const shapes = await ranking
      .locator('svg:first-child > path')
      .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));
    assert.equal(new Set(shapes).size, 5);

    for (const name of ['Ranking', 'Differences of win rates', 'Biases']) {
      const plot = page.getByRole('list', { name, exact: true });
      const rows = await plot.getByRole('listitem').allInnerTexts();
      assert.ok(rows.length > 1, name);
      for (const row of rows) assert.match(row, /[\d.]+\s(%|points) \(.*\d.*\)/, `${name}: ${row}`);
      await plot.getByText(/←.*→/).waitFor();
    }
    const small = page.locator('figure').filter({ has: page.getByText(/against chat\./) });
    await small.nth(3).waitFor();
    assert.equal(await small.count(), 4);
  });

  test('show details on hover and by keyboard, and have at most three digits and one unit in each column of numbers', async () => {
    const page = await signIn();
    const { evaluation_id } = at('five');
    // The best variant, which the matrix shows first, was compared with no other.
    await page.route(`**/api/human-evaluations/${evaluation_id}/results`, async (route) => {
      const results: Output<'fetchResults'> = await (await route.fetch()).json();
      const { variants = [], win_matrix = [] } = results.statistics.several_variants ?? {};
      const rates = variants.map(({ win_rate }) => win_rate.estimate ?? 0);
      const best = variants[rates.indexOf(Math.max(...rates))]?.variant;
      for (const { variant, against, win_rate } of win_matrix) {
        if (variant === best || against === best) Object.assign(win_rate, { estimate: null });
      }
      await route.fulfill({ json: results });
    });
    await open(page, { evaluation_id });
    const matrix = page.getByRole('table', { name: 'Wins against each other' });
    const wins = matrix.getByRole('button');
    assert.equal(await wins.count(), 12);
    assert.equal(await wins.and(page.locator('[tabindex="0"]')).count(), 1);
    const tips = page.getByRole('list', { name: 'Ranking' }).getByRole('button');
    const shown = (tip: Locator) =>
      tip.evaluate((element) => getComputedStyle(element, '::after').display === 'block');
    await tips.first().focus();
    await page.keyboard.press('ArrowDown');
    assert.match((await tips.nth(1).getAttribute('aria-label')) ?? '', /: .* \(.*\), n = \d+$/);
    assert.ok(await tips.nth(1).evaluate((tip) => tip === document.activeElement));
    assert.ok(await shown(tips.nth(1)));
    await page.keyboard.press('End');
    assert.ok(await tips.last().evaluate((tip) => tip === document.activeElement));
    await tips.first().hover();
    assert.ok(await shown(tips.first()));
    const series = page.getByRole('slider').first();
    await series.focus();
    assert.match((await series.getAttribute('aria-valuetext')) ?? '', /^After 14\sscenarios: /);
    await page.keyboard.press('ArrowLeft');
    assert.match((await series.getAttribute('aria-valuetext')) ?? '', /^After 13\sscenarios: /);

    const figure = page.locator('section').filter({
      has: page.getByRole('heading', { name: 'Ranking' }),
    });
    await figure.getByRole('button', { name: 'Numbers' }).click();
    await figure.getByRole('columnheader', { name: 'Win rate (%)' }).waitFor();
    const cells = await figure.getByRole('cell').allInnerTexts();
    const numbers = cells.filter((text) => /^−?[\d.]+$/.test(text));
    assert.ok(numbers.length >= 20);
    for (const text of numbers) assert.ok(text.replaceAll(/[−.]/g, '').length <= 3, text);
  });

  test('of scores add up, name the steps of their scale and pass axe', async () => {
    const page = await signIn(STILL);
    await open(page, at('scores'));
    await assertAccessible(page);
    const text = (await page.locator('main').innerText()).replaceAll('\u00a0', ' ');
    assert.match(text, /2 annotators and 144 judgements/);
    assert.match(text, /Judgements used\s+144/);
    assert.doesNotMatch(text, /\b0 judgements|Scores: score\b/);
    const people = page.getByRole('row', { name: /^(Ada Pohl|Ben Ruiz) 72 50 %/ });
    assert.equal(await people.count(), 2);
    for (const label of ['useless', 'excellent', 'rude', 'kind']) {
      await page.getByText(label, { exact: true }).first().waitFor();
    }
    const glance = page.getByRole('table', { name: /^Criteria at a glance/ });
    const criteria = await glance.getByRole('rowheader').allInnerTexts();
    assert.deepEqual(criteria, ['Helpfulness', 'Tone', 'Correct']);
    await glance.getByRole('row', { name: /^Helpfulness .*chat\.large-model/ }).waitFor();
    // Every section has something to show.
    for (const section of await page.locator('main section').all()) {
      assert.ok((await section.innerText()).split('\n').length > 2, await section.innerText());
    }
    await page
      .getByRole('button', { name: /^Show scenario/ })
      .first()
      .click();
    const answer =
      /: Helpfulness.*: (useless|weak|fair|good|excellent); Tone.*Correct.*: (Yes|No)$/;
    await page.getByRole('listitem').filter({ hasText: answer }).first().waitFor();
  });

  test('fit on a phone, with names above their rows, also with names of one long word', async () => {
    const page = await signIn({ context: PHONE });
    await page.goto(NEUTRAL_PATH);
    for (const name of ['two', 'five', 'scores'] as const) {
      await followTo(page, at(name));
      assert.deepEqual(await page.evaluate(cutOff), [], name);
    }
    const row = page
      .getByRole('list', { name: 'Scores: Helpfulness' })
      .getByRole('listitem')
      .filter({ hasText: 'chat.concise' });
    const [name, bar] = await Promise.all([
      row.getByText('chat.concise').boundingBox(),
      row.getByRole('button').first().boundingBox(),
    ]);
    assert.ok(name !== null && bar !== null);
    assert.ok(name.y + name.height <= bar.y, `${name.y} + ${name.height} above ${bar.y}`);

    // A full load drops the cached responses.
    await page.goto(NEUTRAL_PATH);
    for (const name of ['two', 'five'] as const) {
      const { variants, ...opened } = at(name);
      await rename(
        page,
        opened,
        variants.map((_, index) => `${'long'.repeat(30)}${index}`),
      );
      await followTo(page, opened);
      await page
        .getByText(/longlong/)
        .filter({ visible: true })
        .first()
        .waitFor();
      assert.deepEqual(await page.evaluate(cutOff), [], `${name}, long names`);
    }
  });

  test('hold twenty variants, twice as many as an evaluation can have', async () => {
    const count = 20;
    const votes = simulatedVotes({
      cases: 10,
      annotators: 2,
      perCase: 1,
      variants: count,
      step: 0.1,
    });
    const statistics = summarizeResults(studyOf({ variants: count, votes }));
    const page = await signIn({ context: PHONE });
    const evaluation_id = at('five').evaluation_id;
    const ids = Array.from({ length: count }, (_, index) => variantId(index));
    const evaluation = {
      variant_ids: ids,
      variant_names: ids.map((_, index) => `chat.with-a-rather-long-name-${index}`),
      revisions: ids.map(() => '1'),
    };
    await page.route(`**/api/human-evaluations/${evaluation_id}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ json: { ...(await response.json()), ...evaluation } });
    });
    await page.route(`**/api/human-evaluations/${evaluation_id}/results*`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ json: { ...(await response.json()), statistics } });
    });
    await open(page, { evaluation_id });
    const ranking = page.getByRole('list', { name: 'Ranking' }).getByRole('listitem');
    assert.equal(await ranking.count(), count);
    const differences = page.getByRole('list', { name: 'Differences of win rates' });
    assert.equal(await differences.getByRole('listitem').count(), count - 1);
    assert.deepEqual(await page.evaluate(cutOff), []);
    const marks = await ranking.evaluateAll((rows) =>
      rows.map((row) => {
        const mark = row.querySelector('svg');
        return `${mark?.getAttribute('style')} ${mark?.querySelector('path')?.getAttribute('d')}`;
      }),
    );
    assert.equal(new Set(marks).size, count);
  });

  test('keep right-to-left names apart from ranks and figures, and end the bar of the verdict at ±100', async () => {
    const page = await signIn();
    const { evaluation_id, variants } = at('five');
    await rename(
      page,
      { evaluation_id },
      variants.map((_, index) => `שם ${'אבגדה'[index]}`),
    );
    // Counts are a separate request, without statistics.
    await page.route(`**/api/human-evaluations/${evaluation_id}/results`, async (route) => {
      const { statistics, ...counts } = await (await route.fetch()).json();
      const verdict = { ...statistics.verdict, effect: 0.97, interval: { low: 0.9, high: 0.99 } };
      await route.fulfill({ json: { ...counts, statistics: { ...statistics, verdict } } });
    });
    await open(page, { evaluation_id });
    const [row] = await page.getByRole('list', { name: 'Ranking' }).getByRole('listitem').all();
    const name = await row?.getByText(/^\u2068?שם/).evaluate(leftOfFirstText);
    const rank = await row?.getByText(/^ · rank/).evaluate(leftOfFirstText);
    assert.ok((name ?? 0) < (rank ?? 0), `the name at ${name}, its rank at ${rank}`);
    const tip = await row?.getByRole('button').getAttribute('aria-label');
    assert.match(tip ?? '', /^\u2068.*\u2069: \d/);
    const pair = page.getByRole('list', { name: 'Differences of win rates' }).getByText('–');
    assert.match(await pair.first().innerText(), /^\u2068.+\u2069 – \u2068.+\u2069$/);
    // Downloads have the plain names.
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV: Ranking' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    assert.match(csv, /שם/);
    assert.doesNotMatch(csv, /[\u2068\u2069]/);
    const bar = page
      .getByRole('region', { name: 'Verdict' })
      .getByText(': no difference')
      .locator('..');
    assert.match(await bar.innerText(), /^−100\b[^]*\b100$/);
  });

  test('and the current page in the navigation stand out in forced colours', async () => {
    const page = await signIn();
    await page.emulateMedia({ forcedColors: 'active' });
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    await page.goto(NEUTRAL_PATH);
    assert.notEqual(await lookOf(link('API keys').last()), await lookOf(link('Members')));
    assert.notEqual(await lookOf(link('Settings').first()), await lookOf(link('Inbox')));
    await followTo(page, at('five'));
    const matrix = page.getByRole('table', { name: 'Wins against each other' });
    const cells = await matrix.getByRole('button').all();
    const looks = new Set(await Promise.all(cells.map(lookOf)));
    assert.ok(looks.size > 2, 'shares have their shades');
    await followTo(page, at('two'));
    const bar = page.getByRole('button', { name: /is better: \d/ });
    const [first, second] = await Promise.all([lookOf(bar.first()), lookOf(bar.last())]);
    assert.notEqual(first, second, 'parts of a bar have their colours');
    const estimate = page
      .getByRole('img', { name: /means no difference$/ })
      .locator('> :last-child');
    const canvas = await lookOf(page.getByRole('main'));
    assert.notEqual((await lookOf(estimate)).split(', none')[0], canvas.split(', none')[0]);
  });
});

/** Runs in the page: where the first text of an element is drawn. */
function leftOfFirstText(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element.firstChild ?? element);
  return range.getBoundingClientRect().left;
}
