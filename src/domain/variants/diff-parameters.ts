import type { JsonObject, JsonValue } from '../../contract/fields.ts';
import { canonicalJson } from '../canonical-json.ts';

export type ParameterChange =
  | { readonly op: 'add'; readonly path: string; readonly value: JsonValue }
  | { readonly op: 'remove'; readonly path: string; readonly old: JsonValue }
  | {
      readonly op: 'replace';
      readonly path: string;
      readonly old: JsonValue;
      readonly value: JsonValue;
    };

/** What turns one parameters object into another: objects by key, arrays by index, sorted by path. */
export function diffParameters(from: JsonObject, to: JsonObject): ParameterChange[] {
  const changes: ParameterChange[] = [];
  collect(from, to, '', changes);
  return changes.sort((left, right) => (left.path < right.path ? -1 : 1));
}

function collect(from: JsonValue, to: JsonValue, path: string, changes: ParameterChange[]): void {
  const before = members(from);
  const after = members(to);
  const bothArrays = Array.isArray(from) === Array.isArray(to);
  if (before === undefined || after === undefined || !bothArrays) {
    if (canonicalJson(from) !== canonicalJson(to)) {
      changes.push({ op: 'replace', path, old: from, value: to });
    }
    return;
  }
  for (const [key, old] of before) {
    const inner = `${path}/${escapePointer(key)}`;
    const value = after.get(key);
    if (value === undefined) changes.push({ op: 'remove', path: inner, old });
    else collect(old, value, inner, changes);
  }
  for (const [key, value] of after) {
    if (!before.has(key)) changes.push({ op: 'add', path: `${path}/${escapePointer(key)}`, value });
  }
}

function members(value: JsonValue): Map<string, JsonValue> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return new Map(Object.entries(value));
}

/** RFC 6901, section 3. */
function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
