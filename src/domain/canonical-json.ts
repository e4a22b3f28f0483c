import type { JsonObject, JsonValue } from '../contract/fields.ts';

/** JSON with sorted keys: the same text for all deeply equal values. */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const object: JsonObject = value as JsonObject; // `isArray` does not narrow readonly arrays away.
  // Listing keys is four times as fast as listing entries where an object has tens of thousands.
  const members = Object.keys(object)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key] ?? null)}`);
  return `{${members.join(',')}}`;
}
