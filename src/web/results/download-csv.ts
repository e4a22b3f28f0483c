import Papa from 'papaparse';
import type { Numbers } from './numbers.ts';

/** Saves numbers as a file. Cells that a spreadsheet would take for a formula are made text. */
export function downloadCsv(title: string, { columns, rows }: Numbers): void {
  const text = Papa.unparse(
    { fields: [...columns], data: rows.map((row) => [...row]) },
    { escapeFormulae: true },
  );
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}
