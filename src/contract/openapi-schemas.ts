import type { TSchema } from 'typebox';

export interface SchemaBook {
  /** The schema as the document shows it: whatever has a name is only referred to. */
  readonly refer: (schema: TSchema) => unknown;
  /** Every named schema that was referred to so far, by name. */
  readonly named: () => Readonly<Record<string, unknown>>;
}

interface SchemaView {
  readonly title?: unknown;
  readonly description?: unknown;
}

/** Collects the schemas that the contract names (see `named.ts`), so that each is described once. */
export function openSchemaBook(): SchemaBook {
  const book = new Map<string, object>();
  const show = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(show);
    if (typeof value !== 'object' || value === null) return value;
    const { title } = value as SchemaView;
    return typeof title === 'string' ? reference(title, value) : copy(value);
  };
  const copy = (schema: object): object => {
    // A property may be called title: that one is a schema, not a name.
    const members = Object.entries(schema).filter(
      ([key, inner]) => key !== 'title' || typeof inner !== 'string',
    );
    const shown = Object.fromEntries(members.map(([key, inner]) => [key, show(inner)]));
    // Generators make an enumeration only of what has a type.
    return Array.isArray(shown['enum']) ? { type: 'string', ...shown } : shown;
  };
  const reference = (name: string, schema: object): object => {
    const described = copy(schema);
    const first = book.get(name) ?? described;
    book.set(name, first);
    if (withoutDescription(first) !== withoutDescription(described)) {
      throw new Error(`The contract has two different schemas named ${name}.`);
    }
    const { description } = schema as SchemaView;
    const isOwn = description !== undefined && description !== (first as SchemaView).description;
    return { $ref: `#/components/schemas/${name}`, ...(isOwn ? { description } : {}) };
  };
  return {
    refer: show,
    named: () => Object.fromEntries([...book].sort(([left], [right]) => (left < right ? -1 : 1))),
  };
}

function withoutDescription(schema: object): string {
  return JSON.stringify({ ...schema, description: undefined });
}
