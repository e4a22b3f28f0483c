import type { JsonObject, JsonValue } from '../../contract/fields.ts';

/** The value in a column; undefined where the row has no such column. */
export function cellOf(row: JsonObject, column: string): JsonValue | undefined {
  return Object.hasOwn(row, column) ? row[column] : undefined;
}

/** Strings as they are, empty text for null, everything else as JSON. */
export function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
