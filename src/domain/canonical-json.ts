import type { JsonObject, JsonValue } from '../contract/fields.ts';

/** One text for all values that are deeply equal, whatever the order of their keys. */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const object: JsonObject = value as JsonObject; // What is left, which `isArray` cannot tell.
  // Keys alone: of an object with tens of thousands, pairs take four times as long to list.
  const members = Object.keys(object)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key] ?? null)}`);
  return `{${members.join(',')}}`;
}
