/** A write that a constraint refused. */
export class ConstraintViolation extends Error {
  readonly kind: 'unique' | 'foreign-key';
  /** For unique constraints `table.last_column`, as our migrations name them. */
  readonly constraint: string;

  constructor(kind: ConstraintViolation['kind'], constraint: string) {
    super(`${kind} constraint ${constraint}`);
    this.name = 'ConstraintViolation';
    this.kind = kind;
    this.constraint = constraint;
  }
}

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof ConstraintViolation &&
    error.kind === 'unique' &&
    error.constraint === constraint
  );
}

export function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof ConstraintViolation && error.kind === 'foreign-key';
}

/** The database server refuses connections, or cannot be reached. */
export const AWAY = 'The database is not reachable. Try again in a few seconds.';

/** The database is overloaded, or another program holds a lock. */
export const LATE = 'The database did not answer in time. Try again in a few seconds.';

/** Its file system failed, or became read-only. */
export const UNREACHABLE =
  'The database cannot be read or written at the moment. Ask the operator to look at its disk.';

/** A write would be lost when the process ends. */
export const MOVED =
  'The database file is not at its place: it was moved, replaced or deleted while the service runs. Ask the operator to put it back.';

export const DAMAGED = 'The database is damaged. Ask the operator to restore a backup.';

/** SQLITE_CORRUPT and SQLITE_NOTADB, with their extended codes. */
export function isDamage(errcode: number): boolean {
  return (errcode & 0xff) === 11 || (errcode & 0xff) === 26;
}
