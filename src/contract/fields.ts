import type { Static, TSchema } from 'typebox';
import { Type } from './type.ts';

/** The largest `parameters` object, as JSON text. */
export const PARAMETERS_LIMIT_BYTES = 1024 * 1024;

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

export type JsonObject = { readonly [key: string]: JsonValue };

/** Trimmed on arrival; compared without regard to case and width. */
export const Name = Type.String({ minLength: 1, maxLength: 128, format: 'name' });

/** A reference in a request. A malformed one counts as unknown, so the decoder checks no format. */
export const Reference = Type.String({ format: 'reference' });

export const Id = Type.String({ format: 'uuid' });

export const Timestamp = Type.String({
  title: 'Timestamp',
  format: 'date-time',
  description: 'RFC 3339, UTC, three decimals.',
});

/** Opaque JSON: stored and returned as sent, keys in the same order. */
export const FreeObject = Type.Unsafe<JsonObject>({
  type: 'object',
  additionalProperties: true,
  format: 'free-json',
});

export const Parameters = Type.Unsafe<JsonObject>({
  title: 'Parameters',
  type: 'object',
  additionalProperties: true,
  format: 'free-json',
  description: 'Any JSON object, at most 1 MiB as text.',
});

export const CommitMessage = Type.Optional(Nullable(Type.String({ maxLength: 2000 })));

export const Description = Type.Optional(Type.String({ maxLength: 2000 }));

export const HttpUrl = Type.String({
  maxLength: 2048,
  format: 'http-url',
  description: 'An absolute http or https URL without user information.',
});

export const Email = Type.String({ minLength: 3, maxLength: 254, format: 'email' });

export const Password = Type.String({ minLength: 12, maxLength: 128, format: 'password' });

/** Query of every list: without `limit` the whole list is returned. */
export const PAGE_QUERY = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  cursor: Type.Optional(Type.String({ description: 'From the Link header of the previous page.' })),
} as const;

export const PageQuery = Type.Object(PAGE_QUERY);

export type PageInput = Static<typeof PageQuery>;

/** `null` is a value of the field, and differs from leaving it out. */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

export function OneOf<const Values extends readonly string[]>(values: Values) {
  // The type argument keeps the literals; without it any string or number would be accepted.
  return Type.Enum<[...Values]>([...values] as const);
}
