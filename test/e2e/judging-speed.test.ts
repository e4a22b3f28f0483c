import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { percentile, watchTaskPaints } from './support/paint-times.ts';
import { stage } from './support/stage.ts';

const { owner, signIn } = stage();

const PRESSES = 48;
const TASKS = 2 * PRESSES + 4;
const LENGTH = 20_000;

/** Prose with paragraphs, so that lines break where people's texts do. */
function longOutput(position: number, variant: number): string {
  const sentence = `Answer ${variant} to question ${position} goes on about sofas, lamps and oak. `;
  const paragraph = `${sentence.repeat(6)}\n\n`;
  return paragraph.repeat(Math.ceil(LENGTH / paragraph.length)).slice(0, LENGTH);
}

/** Waits for what happens while somebody reads: the next task is laid out unseen, then all is still. */
async function whileReading(page: Page): Promise<void> {
  await page.locator('[inert]').waitFor({ state: 'attached' });
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    await new Promise((resolve) => requestIdleCallback(resolve));
  });
}

describe('the next task', () => {
  for (const slowdown of [1, 4]) {
    test(`is painted after one key, with 2 × 20 kB and a processor slowed ${slowdown}×`, async () => {
      const made = await makeHumanEvaluation(owner(), { rows: numberedRows(TASKS) });
      await fillOutputs(owner(), made, longOutput);
      const page = await signIn();
      await page.goto(`/judge/${made.evaluation_id}`);
      await page.getByText(`0 of ${TASKS}`).waitFor();
      const pressForNext = await watchTaskPaints(page);
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      const read: number[] = [];
      for (let press = 0; press < PRESSES; press += 1) {
        await whileReading(page);
        read.push(await pressForNext('a'));
      }
      const hurried: number[] = [];
      for (let press = 0; press < PRESSES; press += 1) hurried.push(await pressForNext('a'));
      console.log(
        `key press to next task painted, processor slowed ${slowdown}×, ${PRESSES} presses: p95 ${percentile(read, 0.95)} ms (median ${percentile(read, 0.5)}); unread, as fast as keys are taken: p95 ${percentile(hurried, 0.95)} ms (median ${percentile(hurried, 0.5)})`,
      );
      await page.getByText(`${2 * PRESSES} of ${TASKS}`).waitFor();
    });
  }
});
