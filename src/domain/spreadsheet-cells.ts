/**
 * A text that no spreadsheet takes for a formula: one that starts like a formula (also in full
 * width, or after a tab, line break or NUL) gets an apostrophe in front (OWASP, CSV injection).
 */
export function safeCell(text: string): string {
  return /^[=+\-@＝＋－＠\t\r\n\0]/u.test(text) ? `'${text}` : text;
}
