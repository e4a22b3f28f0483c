import type { TSchema } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import type { Example } from './openapi-examples.ts';
import type { SchemaBook } from './openapi-schemas.ts';

export interface ParameterParts {
  readonly book: SchemaBook;
  /** The document's name for a path parameter. */
  readonly nameOf: (parameter: string) => string;
  readonly example: Example;
}

/** Path, query and headers of one operation. */
export function parametersOf(endpoint: Endpoint, parts: ParameterParts): { parameters?: object[] } {
  const { book, nameOf, example } = parts;
  const path = fieldsOf(endpoint.parameters).map(({ name, schema }) => ({
    name: nameOf(name),
    in: 'path',
    required: true,
    ...(nameOf(name) === name ? {} : { description: `Called ${name} elsewhere.` }),
    schema: book.refer(schema),
    ...exampleOf(name, example.parameters),
  }));
  const query = fieldsOf(endpoint.query).map(({ name, required, schema }) => ({
    name,
    in: 'query',
    ...(required ? { required } : {}),
    schema: book.refer(schema),
    ...exampleOf(name, example.query),
  }));
  const headers = headerNamesOf(endpoint).map((name) => ({
    $ref: `#/components/parameters/${name}`,
  }));
  const parameters = [...path, ...query, ...headers];
  return parameters.length === 0 ? {} : { parameters };
}

interface ObjectView {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
}

interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly schema: TSchema;
}

function fieldsOf(schema: TSchema | undefined): Field[] {
  const { properties = {}, required = [] } = (schema ?? {}) as ObjectView; // An object schema.
  return Object.entries(properties).map(([name, property]) => ({
    name,
    required: required.includes(name),
    schema: property,
  }));
}

function exampleOf(name: string, examples: Readonly<Record<string, unknown>> = {}) {
  return name in examples ? { example: examples[name] } : {};
}

function headerNamesOf(endpoint: Endpoint): (keyof typeof HEADER_PARAMETERS)[] {
  const takesKey = endpoint.method === 'POST' || endpoint.method === 'PATCH';
  return [
    ...(endpoint.ifMatch === 'optional' ? (['IfMatch'] as const) : []),
    ...(endpoint.ifMatch === 'required' ? (['IfMatchRequired'] as const) : []),
    ...(endpoint.etag === true && endpoint.method === 'GET' ? (['IfNoneMatch'] as const) : []),
    ...(endpoint.guests === true ? (['ProfileId'] as const) : []),
    ...(endpoint.contentType === 'text/event-stream' ? (['LastEventId'] as const) : []),
    ...(takesKey && endpoint.access.kind !== 'anyone' ? (['IdempotencyKey'] as const) : []),
  ];
}

/** Headers that several operations read. */
export const HEADER_PARAMETERS = {
  IfMatch: header('If-Match', 'ETag you last read.'),
  IfMatchRequired: { ...header('If-Match', 'ETag you last read.'), required: true },
  IfNoneMatch: header('If-None-Match', 'ETag you already have.'),
  ProfileId: header(
    'X-Profile-Id',
    'Id of the profile that the request is made for. Chooses among the sessions of a browser; 401 for any other profile.',
  ),
  LastEventId: header('Last-Event-ID', 'Id of the last event you saw.'),
  IdempotencyKey: header('Idempotency-Key', 'Makes repeating this request safe for 24 hours.'),
};

function header(name: string, description: string) {
  return { name, in: 'header', description, schema: { type: 'string' } };
}
