import { counted, wholeNumber } from '../localized.ts';

const ROWS = { one: 'row', other: 'rows' } as const;

/** Texts about test sets. */
export const testsets = {
  title: 'Test sets',
  one: 'Test set',
  create: 'New test set',
  name: 'Test set name',
  columns: 'Columns',
  columnsHint: 'Separated by commas. More can be added later.',
  emptyTitle: 'Create a test set',
  emptyText:
    'A test set holds the inputs on which variants are compared: each row becomes a scenario, each column an input. Paste it from a spreadsheet or import a file.',
  rows: (count: number) => counted(count, ROWS),
  size: 'Size',
  subtitle: (rows: number, revision: number) =>
    `${counted(rows, ROWS)} · revision ${wholeNumber(revision)}`,
  actionsOf: (name: string) => `Actions for ${name}`,
  exportAs: (format: 'csv' | 'jsonl') => `Export as ${format.toUpperCase()}`,
  history: 'Revisions',
  rename: 'Rename test set',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: (rows: number) =>
    `All its revisions are deleted too (${counted(rows, ROWS)} now). This cannot be undone.`,
  deleted: (name: string) => `${name} was deleted.`,
  editing: 'Editing',
  addRow: 'Add row',
  addColumn: 'Add column',
  deleteRow: (row: number) => `Delete row ${wholeNumber(row)}`,
  columnName: 'Column name',
  renameColumn: 'Rename column',
  deleteColumn: (name: string) => `Delete the column ${name}?`,
  deleteColumnText: (rows: number) =>
    `Its values in ${counted(rows, ROWS)} are deleted too. Undo restores them until you leave the page.`,
  columnActions: (name: string) => `Actions for column ${name}`,
  rowNumber: 'Row number',
  cell: (column: string, row: number) => `${column}, row ${wholeNumber(row)}`,
  gridHelp:
    'Arrow keys move, Enter edits a cell, Escape leaves it, Delete empties it. Paste puts cells from a spreadsheet here.',
  pasteHint: 'Paste cells from a spreadsheet anywhere',
  saveTitle: 'Save as a new revision',
  changes: ({ added, removed, changed }: { added: number; removed: number; changed: number }) => {
    const parts = [
      ...(changed > 0 ? [`${wholeNumber(changed)} changed`] : []),
      ...(added > 0 ? [`${wholeNumber(added)} added`] : []),
      ...(removed > 0 ? [`${wholeNumber(removed)} removed`] : []),
    ];
    return parts.length === 0 ? 'No row changed.' : `Rows: ${parts.join(', ')}.`;
  },
  lookingAt: (revision: number) =>
    `This is revision ${wholeNumber(revision)}, not the current one.`,
  backToCurrent: 'Back to the current revision',
  restoreTitle: (revision: number) => `Restore revision ${wholeNumber(revision)}?`,
  restoreText: (changes: string) =>
    `Your changes to the current revision are not saved and would be lost. ${changes}`,
  /** Stored with the revision, so it is not localized. */
  restoredMessage: (revision: number) => `Restored revision ${String(revision)}`,
} as const;
