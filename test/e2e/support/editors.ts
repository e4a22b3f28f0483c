import type { Page } from 'playwright-core';

/** Finds an editor by its label, also inside a shadow root. */
export function editor(page: Page, label: string) {
  return page.getByRole('textbox', { name: label, exact: true });
}

export async function editorText(page: Page, label: string): Promise<string> {
  return editor(page, label).innerText();
}

/** Selects everything and types over it, as a user would. */
export async function replaceText(page: Page, label: string, text: string): Promise<void> {
  await editor(page, label).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}
