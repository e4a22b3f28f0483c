import type { TSchema } from 'typebox';
import { decodeString, unicodeIssues } from './decode-string.ts';
import { issues, type ValidationIssue } from './validation.ts';

type Loc = readonly (string | number)[];

/** The JSON Schema keywords our contract uses; a TypeBox schema is such an object. */
interface SchemaView {
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly SchemaView[];
  readonly properties?: Readonly<Record<string, SchemaView>>;
  readonly required?: readonly string[];
  readonly items?: SchemaView;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Where a value came from decides what may be coerced: text in paths and queries, nothing in JSON. */
type Source = 'text' | 'json';

export interface Decoding {
  readonly source: Source;
  readonly found: ValidationIssue[];
}

/**
 * Checks a value against its schema and returns it as operations expect it (names trimmed, absent
 * optional fields left out). All faults are collected in `decoding.found`, in field order.
 *
 * One interpreting pass, not a compiled check with a second path for messages: a body of five
 * fields costs about a microsecond, and one path cannot disagree with itself.
 */
export function decode(schema: TSchema, value: unknown, loc: Loc, decoding: Decoding): unknown {
  return decodeValue(schema as SchemaView, value, [...loc], decoding); // The same object, seen as JSON Schema.
}

/** The current position, pushed and popped in place, so that only a fault costs a copy. */
type Path = (string | number)[];

function decodeValue(schema: SchemaView, value: unknown, loc: Path, decoding: Decoding): unknown {
  if (schema.anyOf !== undefined) return decodeNullable(schema.anyOf, value, loc, decoding);
  if (schema.enum !== undefined) return decodeOneOf(schema, value, loc, decoding);
  switch (schema.type) {
    case 'object':
      return schema.format === 'free-json'
        ? decodeFreeObject(value, loc, decoding)
        : decodeObject(schema, value, loc, decoding);
    case 'array':
      return decodeArray(schema, value, loc, decoding);
    case 'string':
      return decodeString(schema, value, loc, decoding.found);
    case 'integer':
      return decodeInteger(schema, value, loc, decoding);
    case 'number':
      return decodeNumber(schema, value, loc, decoding.found);
    case 'boolean':
      return decodeBoolean(value, loc, decoding);
    case undefined:
      return value;
    default:
      throw new TypeError(`No decoder for schema type ${schema.type}`);
  }
}

function decodeNullable(
  options: readonly SchemaView[],
  value: unknown,
  loc: Path,
  decoding: Decoding,
): unknown {
  if (value === null) return null;
  const inner = options.find((option) => option.type !== 'null');
  return inner === undefined ? null : decodeValue(inner, value, loc, decoding);
}

function decodeObject(schema: SchemaView, value: unknown, loc: Path, decoding: Decoding): unknown {
  if (!isJsonObject(value)) {
    decoding.found.push(issues.notAnObject(loc));
    return undefined;
  }
  const properties = schema.properties ?? {};
  const decoded: Record<string, unknown> = {};
  for (const name in properties) {
    const field = Object.hasOwn(value, name) ? value[name] : undefined;
    loc.push(name);
    const result = decodeField(schema, { name, field, loc, decoding });
    if (result !== undefined) decoded[name] = result;
    loc.pop();
  }
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(properties, name)) refuseBrokenText(name, value[name], loc, decoding);
  }
  return decoded;
}

interface Field {
  readonly name: string;
  readonly field: unknown;
  readonly loc: Path;
  readonly decoding: Decoding;
}

/** Undefined for an absent or invalid field. */
function decodeField(schema: SchemaView, { name, field, loc, decoding }: Field): unknown {
  const property = schema.properties?.[name];
  const isRequired = schema.required?.includes(name) ?? false;
  if (property === undefined) return undefined;
  if (field === undefined) {
    if (isRequired) decoding.found.push(issues.missing(loc));
    return undefined;
  }
  if (decoding.source === 'text' && Array.isArray(field) && property.type !== 'array') {
    // A repeated key is refused rather than guessed at.
    decoding.found.push(issues.valueError(loc, 'this parameter may be sent once only'));
    return undefined;
  }
  if (!isRequired && isNotSent(property, field, decoding)) return undefined;
  // A list in a query is a key that may be repeated; a single one is a list of one.
  const isSingle = decoding.source === 'text' && property.type === 'array' && !Array.isArray(field);
  return decodeValue(property, isSingle ? [field] : field, loc, decoding);
}

/**
 * `null` in JSON and empty text in a query mean "not sent", unless the schema allows `null` or has
 * `minLength: 0`.
 */
function isNotSent(schema: SchemaView, value: unknown, decoding: Decoding): boolean {
  if (decoding.source === 'text') return value === '' && schema.minLength !== 0;
  return value === null && !schema.anyOf?.some((option) => option.type === 'null');
}

/** Unknown keys are ignored, but text that no database can keep is refused everywhere. */
function refuseBrokenText(name: string, value: unknown, loc: Path, decoding: Decoding): void {
  if (decoding.source === 'text') return;
  unicodeIssues({ [name]: value }, loc, decoding.found);
}

function decodeFreeObject(value: unknown, loc: Path, decoding: Decoding): unknown {
  if (!isJsonObject(value)) {
    decoding.found.push(issues.dictType(loc));
    return undefined;
  }
  unicodeIssues(value, loc, decoding.found);
  return value;
}

function decodeArray(schema: SchemaView, value: unknown, loc: Path, decoding: Decoding): unknown {
  if (!Array.isArray(value)) {
    decoding.found.push(issues.listType(loc));
    return undefined;
  }
  const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  if (value.length < minItems) decoding.found.push(issues.tooShort(loc, minItems, value.length));
  if (value.length > maxItems) {
    decoding.found.push(issues.tooLong(loc, maxItems, value.length));
    return undefined;
  }
  if (items === undefined) return value;
  return value.map((item, index) => {
    loc.push(index);
    const decoded = decodeValue(items, item, loc, decoding);
    loc.pop();
    return decoded;
  });
}

function decodeOneOf(schema: SchemaView, value: unknown, loc: Path, decoding: Decoding): unknown {
  const values = schema.enum ?? [];
  const word = schema.format === 'any-case' ? String(value).toUpperCase() : value;
  if (typeof word === 'string' && values.includes(word)) return word;
  decoding.found.push(issues.notOneOf(loc, values));
  return undefined;
}

function decodeInteger(schema: SchemaView, value: unknown, loc: Path, decoding: Decoding): unknown {
  const number = decoding.source === 'text' ? integerFromText(value) : value;
  if (typeof number !== 'number') {
    decoding.found.push(decoding.source === 'text' ? issues.intParsing(loc) : issues.intType(loc));
    return undefined;
  }
  if (!Number.isInteger(number)) {
    decoding.found.push(issues.intFromFloat(loc));
    return undefined;
  }
  refuseOutOfBounds(schema, number, loc, decoding.found);
  return number;
}

/** Numbers with a fraction occur in bodies only. */
function decodeNumber(
  schema: SchemaView,
  value: unknown,
  loc: Path,
  found: ValidationIssue[],
): unknown {
  if (typeof value !== 'number') {
    found.push(issues.floatType(loc));
    return undefined;
  }
  refuseOutOfBounds(schema, value, loc, found);
  return value;
}

function refuseOutOfBounds(
  { minimum, maximum }: SchemaView,
  number: number,
  loc: Path,
  found: ValidationIssue[],
): void {
  if (minimum !== undefined && number < minimum) found.push(issues.greaterThanEqual(loc, minimum));
  if (maximum !== undefined && number > maximum) found.push(issues.lessThanEqual(loc, maximum));
}

/** Digits beyond the range of doubles become the largest double, a number that no object has. */
function integerFromText(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^[+-]?\d+$/.test(value)) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : Math.sign(number) * Number.MAX_VALUE;
}

function decodeBoolean(value: unknown, loc: Path, decoding: Decoding): unknown {
  if (decoding.source === 'json') {
    if (typeof value === 'boolean') return value;
    decoding.found.push(issues.boolType(loc));
    return undefined;
  }
  const word = String(value).toLowerCase();
  if (word === 'true' || word === '1') return true;
  if (word === 'false' || word === '0') return false;
  decoding.found.push(issues.boolParsing(loc));
  return undefined;
}

function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
