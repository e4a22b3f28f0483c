/** Where a page starts and how long it is. */
export interface Page<Key> {
  readonly after: Key | undefined;
  readonly limit: number;
}

/** Position in a list that is ordered by age. */
export interface AgeKey {
  readonly createdAt: number;
  readonly id: string;
}

/** Before every row of a list that is ordered by age. */
export const OLDEST: AgeKey = { createdAt: -1, id: '00000000-0000-0000-0000-000000000000' };

/** Beyond every row, for lists that start with the newest. */
export const NEWEST: AgeKey = {
  createdAt: Number.MAX_SAFE_INTEGER,
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

/** Above every revision number, for lists that start with the newest. */
export const NEWEST_REVISION = 2_147_483_647;

/** Longer than any list: means "no limit" on both engines. */
export const WHOLE_LIST = 2_147_483_647;

/**
 * Condition for rows after parameters `$n` (time) and `$n+1` (id) in order of age. They are never
 * null, so an index is read from there on: with "or null" each page would read it from its
 * beginning.
 */
export function isAfter(alias: string, parameter: number): string {
  return `(${alias}.created_at, ${alias}.id) > ($${parameter}, $${parameter + 1})`;
}

/** The end of a statement for a page in order of age: parameters `$n` to `$n+2`. */
export function byAge(alias: string, parameter: number): string {
  return `AND ${isAfter(alias, parameter)}
   ORDER BY ${alias}.created_at, ${alias}.id LIMIT $${parameter + 2}`;
}

export function pageParameters({ after = OLDEST, limit }: Page<AgeKey>): [number, string, number] {
  return [after.createdAt, after.id, limit];
}
