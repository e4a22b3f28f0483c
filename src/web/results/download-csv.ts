import { csvLine } from '../../files/csv-lines.ts';
import { safeCell } from '../../files/spreadsheet-cells.ts';
import { downloadFile } from '../ui/download-file.ts';
import { withoutIsolation } from './isolated-names.ts';
import type { Numbers } from './numbers.ts';

/** Saves numbers as a file, with texts that a spreadsheet would run as a formula made harmless. */
export function downloadCsv(title: string, { columns, rows }: Numbers): void {
  const text = [columns, ...rows].map((cells) => csvLine(cells.map(cellOf))).join('');
  downloadFile(title, { text, type: 'text/csv', ending: 'csv' });
}

/** Numbers stay numbers: a leading minus does not make them a formula. */
function cellOf(value: Numbers['rows'][number][number]): string {
  if (typeof value === 'string') return safeCell(withoutIsolation(value));
  // Six digits drop floating-point error.
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(6)));
}
