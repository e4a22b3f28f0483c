import type { Page } from 'playwright-core';

/** Waits for results and what is loaded separately: the estimate over time and the scenarios. */
export async function wholeReport(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'How this was computed' }).waitFor();
  await page.getByRole('heading', { name: /(rates?|score|difference) over time/i }).waitFor();
  await page.getByText(/^\d+\sof\s\d+\sscenarios,/).waitFor();
}
