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

/** Above every revision number, for lists that start with the newest. */
export const NEWEST_REVISION = 2_147_483_647;

/** Longer than any list: means "no limit" on both engines. */
export const WHOLE_LIST = 2_147_483_647;

/** Condition for rows after parameters `$n` (time) and `$n+1` (id) in order of age. */
export function isAfter(alias: string, parameter: number): string {
  const time = `CAST($${parameter} AS bigint)`;
  return `(${time} IS NULL OR (${alias}.created_at, ${alias}.id) > (${time}, $${parameter + 1}))`;
}

/** The end of a statement for a page in order of age: parameters `$n` to `$n+2`. */
export function byAge(alias: string, parameter: number): string {
  return `AND ${isAfter(alias, parameter)}
   ORDER BY ${alias}.created_at, ${alias}.id LIMIT $${parameter + 2}`;
}

export function pageParameters(page: Page<AgeKey>): [number | null, string | null, number] {
  return [page.after?.createdAt ?? null, page.after?.id ?? null, page.limit];
}
