/** A write that a constraint refused. */
export class ConstraintViolation extends Error {
  readonly kind: 'unique' | 'foreign-key';
  /** For unique constraints, `table.last_column`: how our migrations name them. */
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

/** What is said of a database server that does not answer, or not in time. */
export const AWAY = 'The database is away. Try again in a few seconds.';
