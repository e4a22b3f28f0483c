/** One record of RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

/** A record of one empty cell would read as an empty line, so empty cells are quoted too. */
function quoted(cell: string): string {
  if (cell !== '' && !/[",\r\n;\t|]|^\s|\s$/u.test(cell)) return cell;
  return `"${cell.replaceAll('"', '""')}"`;
}
