import type { RowReader } from './row-reader.ts';

/** Users of the target by their ids in the original, and the user who is named where the author is unknown. */
interface Authors {
  readonly users: ReadonlyMap<string, string>;
  readonly ownerId: string;
}

export function authorOf(reader: RowReader, column: string, { users, ownerId }: Authors): string {
  const author = users.get(reader.reference(column) ?? '');
  if (author !== undefined) return author;
  reader.change(
    'no_author',
    `${reader.shown(column)}, no imported user: ${ownerId} is named instead`,
  );
  return ownerId;
}
