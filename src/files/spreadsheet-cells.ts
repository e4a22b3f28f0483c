/** How a formula starts, also in full width, or after a tab, line break or NUL. */
const SIGN = String.raw`[=+\-@＝＋－＠\t\r\n\0]`;
const SIGNED = new RegExp(`^'*${SIGN}`, 'u');
const MADE_SAFE = new RegExp(`^'+${SIGN}`, 'u');

/**
 * Puts an apostrophe before a text that a spreadsheet would take for a formula (OWASP, CSV
 * injection), and before one that already starts with an apostrophe and a formula, so that
 * `plainCell` can restore both (decision 0024).
 */
export function safeCell(text: string): string {
  return SIGNED.test(text) ? `'${text}` : text;
}

/** Undoes `safeCell`. */
export function plainCell(cell: string): string {
  return MADE_SAFE.test(cell) ? cell.slice(1) : cell;
}
