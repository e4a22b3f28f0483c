/** Texts about test sets. */
export const testsets = {
  title: 'Test sets',
  create: 'New test set',
  name: 'Test set name',
  columns: 'Columns',
  columnsHint: 'Separated by commas. More can be added later.',
  emptyTitle: 'Create a test set',
  emptyText:
    'A test set holds the inputs on which variants are compared: each row becomes a scenario, each column an input. Paste it from a spreadsheet or import a file.',
  rows: (count: number) => (count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`),
  size: 'Size',
  subtitle: (rows: number, revision: number) =>
    `${rows === 1 ? '1 row' : `${rows.toLocaleString('en')} rows`} · revision ${revision}`,
  actionsOf: (name: string) => `Actions for ${name}`,
  exportAs: (format: 'csv' | 'jsonl') => `Export as ${format.toUpperCase()}`,
  history: 'Revisions',
  rename: 'Rename test set',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: (rows: number) =>
    `All its revisions are deleted too (${rows.toLocaleString('en')} rows now). This cannot be undone.`,
  deleted: (name: string) => `${name} was deleted.`,
  editing: 'Editing',
  addRow: 'Add row',
  addColumn: 'Add column',
  deleteRow: (row: number) => `Delete row ${row}`,
  columnName: 'Column name',
  renameColumn: 'Rename column',
  deleteColumn: (name: string) => `Delete the column ${name}?`,
  deleteColumnText: (rows: number) =>
    `Its values in ${rows.toLocaleString('en')} rows are deleted too. Undo restores them until you leave the page.`,
  columnActions: (name: string) => `Actions for column ${name}`,
  rowNumber: 'Row number',
  cell: (column: string, row: number) => `${column}, row ${row}`,
  gridHelp:
    'Arrow keys move, Enter edits a cell, Escape leaves it, Delete empties it. Paste puts cells from a spreadsheet here.',
  pasteHint: 'Paste cells from a spreadsheet anywhere',
  saveTitle: 'Save as a new revision',
  changes: ({ added, removed, changed }: { added: number; removed: number; changed: number }) => {
    const parts = [
      ...(changed > 0 ? [`${changed} changed`] : []),
      ...(added > 0 ? [`${added} added`] : []),
      ...(removed > 0 ? [`${removed} removed`] : []),
    ];
    return parts.length === 0 ? 'No row changed.' : `Rows: ${parts.join(', ')}.`;
  },
  lookingAt: (revision: number) => `This is revision ${revision}, not the current one.`,
  backToCurrent: 'Back to the current revision',
  restoreTitle: (revision: number) => `Restore revision ${revision}?`,
  restoreText: (changes: string) =>
    `Your changes to the current revision are not saved and would be lost. ${changes}`,
  restoredMessage: (revision: number) => `Restored revision ${revision}`,
} as const;
