/**
 * A cell as spreadsheets put it on the clipboard: quoted if it would otherwise be read as several
 * cells or lose its own quotes. An empty cell is an empty line, because an empty text has no cells.
 */
export function cellForClipboard(text: string): string {
  if (text === '') return '\n';
  return /^"|[\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
