import type { Page } from 'playwright-core';
import { until } from '../../support/until.ts';

export async function enterAsGuest(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Your name').fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Output A' }).waitFor();
}

/**
 * What is asked in the task on the screen; it tells tasks apart. The next one waits unseen, and what
 * could not be sent is listed elsewhere.
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

/** None while a task is on its way, and when there is none left. */
export async function shownQuestions(page: Page): Promise<readonly string[]> {
  return question(page).allInnerTexts();
}

/** What is shown has been painted; keys of the judge screen count from then on. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Presses a key for the task on the screen until another one, or none, is there. */
export async function pressForNext(page: Page, key: string): Promise<void> {
  const before = await shownQuestion(page);
  await until(`a task after ${before}`, async () => {
    await page.keyboard.press(key);
    return !(await shownQuestions(page)).includes(before);
  });
}

/** Nothing waits in the browser any more. */
export async function allSent(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !Object.keys(localStorage).some((key) => key.startsWith('jurybox.outbox/')),
  );
}
