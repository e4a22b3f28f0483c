import type { JsonObject, JsonValue } from '../../contract/fields.ts';
import { MOST_CHANGES } from '../../contract/variants/variants.ts';

export type ParameterChange =
  | { readonly op: 'add'; readonly path: string; readonly value: JsonValue }
  | { readonly op: 'remove'; readonly path: string; readonly old: JsonValue }
  | {
      readonly op: 'replace';
      readonly path: string;
      readonly old: JsonValue;
      readonly value: JsonValue;
    };

/**
 * The changes from one parameters object to another: objects by key, arrays by index, sorted by
 * path. An object or array with more than MOST_CHANGES is replaced as a whole, so that the largest
 * parameters neither take long nor make a response many times their size.
 */
export function diffParameters(from: JsonObject, to: JsonObject): ParameterChange[] {
  const changes: ParameterChange[] = [];
  collect(from, to, { keys: [], changes });
  return changes.sort((left, right) => (left.path < right.path ? -1 : 1));
}

interface Walk {
  /** The current place; written as a path only where something changed. */
  readonly keys: string[];
  readonly changes: ParameterChange[];
}

function collect(from: JsonValue, to: JsonValue, walk: Walk): void {
  if (from === to) return;
  if (!isContainer(from) || !isContainer(to) || Array.isArray(from) !== Array.isArray(to)) {
    walk.changes.push({ op: 'replace', path: pathOf(walk), old: from, value: to });
    return;
  }
  const before = walk.changes.length;
  if (collectMembers(from, to, walk) === 'all') return;
  walk.changes.length = before;
  walk.changes.push({ op: 'replace', path: pathOf(walk), old: from, value: to });
}

type Container = JsonObject | readonly JsonValue[];

function collectMembers(from: Container, to: Container, walk: Walk): 'all' | 'too many' {
  const { keys, changes } = walk;
  const before = changes.length;
  for (const key of Object.keys(from)) {
    const old = memberOf(from, key);
    if (old === memberOf(to, key)) continue;
    keys.push(key);
    if (!Object.hasOwn(to, key)) changes.push({ op: 'remove', path: pathOf(walk), old });
    else collect(old, memberOf(to, key), walk);
    keys.pop();
    if (changes.length - before > MOST_CHANGES) return 'too many';
  }
  for (const key of Object.keys(to)) {
    if (Object.hasOwn(from, key)) continue;
    keys.push(key);
    changes.push({ op: 'add', path: pathOf(walk), value: memberOf(to, key) });
    keys.pop();
    if (changes.length - before > MOST_CHANGES) return 'too many';
  }
  return 'all';
}

function isContainer(value: JsonValue): value is Container {
  return typeof value === 'object' && value !== null;
}

function memberOf(container: Container, key: string): JsonValue {
  return Reflect.get(container, key) as JsonValue; // Members of JSON values are JSON values.
}

/** RFC 6901, section 3. */
function pathOf({ keys }: Walk): string {
  return keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
