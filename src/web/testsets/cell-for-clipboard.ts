/**
 * A cell as spreadsheets put it on the clipboard: quoted if it would be read as several cells or lose
 * its own quotes. An empty one is an empty line, since a text without characters has no cells.
 */
export function cellForClipboard(text: string): string {
  if (text === '') return '\n';
  return /^"|[\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
