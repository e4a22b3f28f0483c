/** How a formula starts, also in full width, or after a tab, line break or NUL. */
const SIGN = String.raw`[=+\-@＝＋－＠\t\r\n\0]`;
const SIGNED = new RegExp(`^'*${SIGN}`, 'u');
const MADE_SAFE = new RegExp(`^'+${SIGN}`, 'u');

/**
 * A text that no spreadsheet takes for a formula: one that starts like a formula gets an apostrophe
 * in front (OWASP, CSV injection). So does one that starts with such an apostrophe already:
 * otherwise its origin would be unknown (decision 0024).
 */
export function safeCell(text: string): string {
  return SIGNED.test(text) ? `'${text}` : text;
}

/** The text that `safeCell` was given. */
export function plainCell(cell: string): string {
  return MADE_SAFE.test(cell) ? cell.slice(1) : cell;
}
