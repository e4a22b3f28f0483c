import Papa from 'papaparse';
import { downloadFile } from '../ui/download-file.ts';
import type { Numbers } from './numbers.ts';

/** Saves numbers as a file. Cells that a spreadsheet would take for a formula are made text. */
export function downloadCsv(title: string, { columns, rows }: Numbers): void {
  const text = Papa.unparse(
    { fields: [...columns], data: rows.map((row) => [...row]) },
    { escapeFormulae: true },
  );
  downloadFile(title, { text, type: 'text/csv', ending: 'csv' });
}
