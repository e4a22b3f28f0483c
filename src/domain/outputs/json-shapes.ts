import type { JsonObject, JsonValue } from '../../contract/fields.ts';

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of a value; undefined where the value is not an object or lacks it. */
export function memberOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Undefined where the value is nested too deeply for `JSON.stringify`. */
export function compactJson(value: JsonValue): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
