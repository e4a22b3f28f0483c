import type { Page } from 'playwright-core';
import type { Client } from '../../../src/client/client.ts';
import { fillOutputs } from '../../support/evaluation-outputs.ts';
import { makeHumanEvaluation, numberedRows } from '../../support/evaluations.ts';
import { type PressForNext, watchTaskPaints } from './paint-times.ts';

const LENGTH = 20_000;

export interface LongTasks {
  readonly pressForNext: PressForNext;
  /** Waits as a reading annotator does: until the next task is laid out, hidden, and the page idles. */
  readonly whileReading: () => Promise<void>;
  /** Slows the processor by this factor. */
  readonly slowDown: (times: number) => Promise<void>;
}

/** Opens tasks with two outputs of 20 kB each, on a processor slowed by `slowdown`. */
export async function openLongTasks(
  owner: Client,
  page: Page,
  { tasks, slowdown }: { tasks: number; slowdown: number },
): Promise<LongTasks> {
  const made = await makeHumanEvaluation(owner, { rows: numberedRows(tasks) });
  await fillOutputs(owner, made, longOutput);
  await page.goto(`/judge/${made.evaluation_id}`);
  await page.getByText(`0 of ${tasks}`, { exact: true }).waitFor();
  const pressForNext = await watchTaskPaints(page);
  const devtools = await page.context().newCDPSession(page);
  const slowDown = async (times: number) => {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: times });
  };
  await slowDown(slowdown);
  return { pressForNext, whileReading: () => whileReading(page), slowDown };
}

/** Prose with paragraphs, so that lines break as in real texts. */
function longOutput(position: number, variant: number): string {
  const sentence = `Answer ${variant} to question ${position} goes on about sofas, lamps and oak. `;
  const paragraph = `${sentence.repeat(6)}\n\n`;
  return paragraph.repeat(Math.ceil(LENGTH / paragraph.length)).slice(0, LENGTH);
}

async function whileReading(page: Page): Promise<void> {
  await page.locator('[inert]').waitFor({ state: 'attached' });
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    await new Promise((resolve) => requestIdleCallback(resolve));
  });
}
