import type { RowReader } from './row-reader.ts';

export interface Numbered {
  readonly reader: RowReader;
  readonly number: number;
}

/**
 * Revisions in the original's order with their numbers, which start at 1 and never repeat. A
 * revision keeps its number where that is free and takes the next free one otherwise.
 */
export function numberRevisions(readers: readonly RowReader[]): readonly Numbered[] {
  let last = 0;
  return inOrder(readers).map((reader) => {
    const own = reader.whole('revision');
    const number = Math.max(own ?? 0, last + 1);
    if (number !== own) {
      const why = own === last ? 'repeats a number' : 'cannot keep its number';
      reader.change('renumbered', `${reader.shown('revision')} ${why}: now ${number}`);
    }
    last = number;
    return { reader, number };
  });
}

/** By number, then by age; those without a number are the newest. */
function inOrder(readers: readonly RowReader[]): readonly RowReader[] {
  const keyed = readers.map((reader) => ({
    reader,
    number: reader.whole('revision') ?? Number.MAX_SAFE_INTEGER,
    time: reader.time('created_at', Number.MAX_SAFE_INTEGER),
    id: reader.id ?? '',
  }));
  const sorted = keyed.toSorted(
    (a, b) => a.number - b.number || a.time - b.time || (a.id < b.id ? -1 : 1),
  );
  return sorted.map(({ reader }) => reader);
}
