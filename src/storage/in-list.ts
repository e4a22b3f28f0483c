import type { EngineKind } from './statement.ts';

/**
 * A statement about the rows whose `column` is in a list, sent as one JSON text. PostgreSQL gets an
 * array: it may run a subquery again for every row of the table.
 */
export function inList(
  { column, parameter, type }: { column: string; parameter: string; type: 'uuid' | 'text' },
  sql: (isListed: string) => string,
): Readonly<Record<EngineKind, string>> {
  const items = `SELECT CAST(i.item AS ${type}) FROM json_array_elements_text(CAST(${parameter} AS json)) AS i (item)`;
  return {
    postgres: sql(`${column} = ANY(ARRAY(${items}))`),
    sqlite: sql(`${column} IN (SELECT i.value FROM json_each(${parameter}) AS i)`),
  };
}
