import type { RowReader } from './row-reader.ts';

/** Users here by their ids in the original, and the user named where the author is unknown. */
interface Authors {
  readonly users: ReadonlyMap<string, string>;
  readonly ownerId: string;
}

export function authorOf(reader: RowReader, column: string, { users, ownerId }: Authors): string {
  const author = users.get(reader.reference(column) ?? '');
  if (author !== undefined) return author;
  reader.change(
    'no_author',
    `${reader.shown(column)}, not an imported user: ${ownerId} is named instead`,
  );
  return ownerId;
}
