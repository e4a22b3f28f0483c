import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { makeMarkdownTask, makeScoreTask } from './support/shown-tasks.ts';
import { stage } from './support/stage.ts';

const { owner, signIn } = stage();

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;

/** The smallest button that a finger hits, in pixels. */
const TARGET = 44;

describe('judging on a touch screen', () => {
  const paths = new Map<string, string>();
  before(async () => {
    const scored = await makeHumanEvaluation(owner(), {
      type: 'single_model_test',
      rows: numberedRows(2),
      settings: { score_min: 1, score_max: 5 },
    });
    await fillOutputs(owner(), scored);
    paths.set('two outputs', await makeMarkdownTask(owner()));
    paths.set('criteria', await makeScoreTask(owner()));
    paths.set('one score', scored.evaluation_id);
  });

  test('shows no keys, text on every button, and buttons large enough for a finger', async () => {
    const page = await signIn({ context: PHONE });
    for (const [name, id] of paths) {
      await page.goto(`/judge/${id}`);
      await page.getByRole('button', { name: 'Skip' }).waitFor();
      assert.equal(await page.locator('kbd:visible').count(), 0, name);
      assert.deepEqual(await badButtons(page), [], name);
    }
    await page.getByRole('button', { name: 'Score 4' }).tap();
    await page.getByText(/^1 of \d+$/).waitFor();
  });
});

/** Visible buttons without text, or too small for a finger. */
function badButtons(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const buttons = [...document.querySelectorAll('main button, header button, footer button')];
    return buttons
      .filter((button) => button.checkVisibility({ visibilityProperty: true }))
      .filter((button) => {
        const { width, height } = button.getBoundingClientRect();
        const isNamed = (button as HTMLElement).innerText.trim() !== '';
        return !isNamed || width < least || height < least;
      })
      .map((button) => button.outerHTML);
  }, TARGET);
}
