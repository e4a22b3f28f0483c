import type { Page } from 'playwright-core';
import { until } from '../../support/until.ts';

export async function enterAsGuest(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Your name').fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Output A' }).waitFor();
}

/**
 * The question of the task on the screen, which identifies it. The next task is in the page, but
 * hidden; judgements that could not be sent are listed elsewhere.
 */
function question(page: Page) {
  return page
    .getByRole('definition')
    .getByText(/^question \d+$/)
    .filter({ visible: true });
}

export async function shownQuestion(page: Page): Promise<string> {
  return question(page).innerText();
}

/** Empty while a task is loading and when none are left. */
export async function shownQuestions(page: Page): Promise<readonly string[]> {
  return question(page).allInnerTexts();
}

/** Waits until the page is painted; the judge screen takes keys from then on. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Presses a key for the task on the screen until another one, or none, is shown. */
export async function pressForNext(page: Page, key: string): Promise<void> {
  const before = await shownQuestion(page);
  await until(`a task after ${before}`, async () => {
    await page.keyboard.press(key);
    return !(await shownQuestions(page)).includes(before);
  });
}

/** Waits until the browser holds no unsent judgement. */
export async function allSent(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !Object.keys(localStorage).some((key) => key.startsWith('jurybox.outbox/')),
  );
}
