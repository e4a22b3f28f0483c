import type { TSchema } from 'typebox';

export interface SchemaBook {
  /** The schema as the document shows it, with references in place of named schemas. */
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
    const members = Object.entries(schema).filter(([key, inner]) => !isInternal(key, inner));
    const shown = Object.fromEntries(members.map(([key, inner]) => [key, show(inner)]));
    // Client generators make an enumeration only of a schema with a type.
    return Array.isArray(shown['enum']) ? { type: 'string', ...shown } : shortened(shown);
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

/** Formats that only our decoder knows. */
const INTERNAL_FORMATS: ReadonlySet<unknown> = new Set([
  'reference',
  'name',
  'free-json',
  'http-url',
]);

/** The value of a property that is itself called title or format is a schema, not a string. */
function isInternal(key: string, value: unknown): boolean {
  return (
    (key === 'title' && typeof value === 'string') ||
    (key === 'format' && INTERNAL_FORMATS.has(value))
  );
}

/** `{type: ['string', 'null']}` for a text or null; references and enumerations keep their `anyOf`. */
function shortened(schema: Readonly<Record<string, unknown>>): object {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1].type !== 'null') return schema;
  const { type, ...rules } = anyOf[0];
  if (typeof type !== 'string' || 'enum' in rules || 'const' in rules) return schema;
  return { ...rest, type: [type, 'null'], ...rules };
}

function withoutDescription(schema: object): string {
  return JSON.stringify({ ...schema, description: undefined });
}
