import { useState } from 'react';

interface CurrentRow {
  /** Where the current row is. */
  readonly current: number;
  readonly moveTo: (index: number) => void;
}

/**
 * One row of a list is current, and stays so when others come in above it. Once it is gone, the row in
 * its place is current.
 */
export function useCurrentRow(rows: readonly { readonly id: string }[]): CurrentRow {
  const [kept, setKept] = useState({ id: rows[0]?.id, index: 0 });
  const found = rows.findIndex(({ id }) => id === kept.id);
  const current = found === -1 ? Math.min(kept.index, rows.length - 1) : found;
  const moveTo = (index: number) => setKept({ id: rows[index]?.id, index });
  // The row that took the place is followed from now on.
  if (current !== kept.index || rows[current]?.id !== kept.id) moveTo(current);
  return { current, moveTo };
}
