import type { Page } from 'playwright-core';

/** An editor is found by its label, also inside a shadow root. */
export function editor(page: Page, label: string) {
  return page.getByRole('textbox', { name: label, exact: true });
}

export async function editorText(page: Page, label: string): Promise<string> {
  return editor(page, label).innerText();
}

/** Types as a person would: everything is selected and written over. */
export async function replaceText(page: Page, label: string, text: string): Promise<void> {
  await editor(page, label).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}
