import type { Page } from 'playwright-core';
import { until } from '../../support/until.ts';

export async function enterAsGuest(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Your name').fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Output A' }).waitFor();
}

/** What is asked in the task on the screen; it tells tasks apart. The next one waits unseen. */
function question(page: Page) {
  return page.getByText(/^question \d+$/).filter({ visible: true });
}

export async function shownQuestion(page: Page): Promise<string> {
  return question(page).innerText();
}

/** Presses a key for the task on the screen until another one, or none, is there. */
export async function pressForNext(page: Page, key: string): Promise<void> {
  const before = await shownQuestion(page);
  await until(`a task after ${before}`, async () => {
    await page.keyboard.press(key);
    const after = question(page);
    return (await after.count()) === 0 || (await after.innerText()) !== before;
  });
}
