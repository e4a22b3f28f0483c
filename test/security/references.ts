import { randomBytes, randomUUID } from 'node:crypto';
import { type ExpectedReply, replyToUnknown } from './expected-access.ts';
import type { AnyCall } from './prepared-calls.ts';

/** One place in a call that names an existing object. */
export interface Reference {
  readonly part: 'parameters' | 'query' | 'body';
  readonly field: string;
  readonly expected: ExpectedReply;
  /** The same call, with what another call names at this place. */
  readonly takenFrom: (other: AnyCall) => AnyCall;
  /** The same call, naming an object that never existed. */
  readonly random: () => AnyCall;
}

const PARTS = ['parameters', 'query', 'body'] as const;

type Path = readonly (string | number)[];

/** All references of a call: in its path, its query and, at any depth, its body. */
export function referencesIn(operationId: string, call: AnyCall): Reference[] {
  return PARTS.flatMap((part) =>
    leavesOf(call[part], []).flatMap(({ path, value }) => {
      const { name, field } = fieldAt(path);
      const expected = replyToUnknown(operationId, name);
      if (expected === undefined) return [];
      return {
        part,
        field,
        expected,
        takenFrom: (other) => replaced(call, [part, ...path], valueAt(other[part], path)),
        random: () => replaced(call, [part, ...path], randomLike(value)),
      };
    }),
  );
}

/** The name of a field, and how a problem names it: with its index if it is in a list. */
function fieldAt(path: Path): { name: string; field: string } {
  const last = path.at(-1) ?? '';
  const [list, index] = path;
  if (typeof list === 'string' && typeof index === 'number' && typeof last === 'string') {
    return { name: last, field: `${list}[${index}].${last}` };
  }
  if (typeof last === 'string') return { name: last, field: last };
  const name = String(path.at(-2) ?? '');
  return { name, field: `${name}[${last}]` };
}

interface Leaf {
  readonly path: Path;
  readonly value: unknown;
}

export function leavesOf(value: unknown, path: Path): Leaf[] {
  if (typeof value !== 'object' || value === null) {
    return value === undefined ? [] : [{ path, value }];
  }
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  return [...entries].flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined,
    value,
  );
}

function replaced(call: AnyCall, path: Path, value: unknown): AnyCall {
  const copy = structuredClone(call);
  const parent = valueAt(copy, path.slice(0, -1));
  if (typeof parent !== 'object' || parent === null) throw new Error('The path leads nowhere.');
  Reflect.set(parent, path.at(-1) ?? '', value);
  return copy;
}

function randomLike(value: unknown): string {
  const text = String(value);
  if (text.includes('@')) return `${randomUUID()}@jurybox.test`;
  return text.length === 8 ? randomBytes(4).toString('hex') : randomUUID();
}
