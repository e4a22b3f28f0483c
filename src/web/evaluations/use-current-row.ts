import { useState } from 'react';

interface CurrentRow {
  /** The index of the current row. */
  readonly current: number;
  readonly moveTo: (index: number) => void;
}

/**
 * Tracks the current row by id, so that new rows above do not change it. If it disappears, the row
 * at its index becomes current.
 */
export function useCurrentRow(rows: readonly { readonly id: string }[]): CurrentRow {
  const [tracked, setTracked] = useState({ id: rows[0]?.id, index: 0 });
  const newIndex = rows.findIndex(({ id }) => id === tracked.id);
  const current = newIndex === -1 ? Math.min(tracked.index, rows.length - 1) : newIndex;
  const moveTo = (index: number) => setTracked({ id: rows[index]?.id, index });
  // Tracks the replacement from now on.
  if (current !== tracked.index || rows[current]?.id !== tracked.id) moveTo(current);
  return { current, moveTo };
}
