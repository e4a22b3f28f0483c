import type { Static, TObject, TSchema } from 'typebox';
import type { Access } from './access.ts';
import type { ProblemCode } from './problems.ts';
import type { Tag } from './tags.ts';
import type { ValidationIssue } from './validation.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One operation of the HTTP API, as data: server, client, OpenAPI and tests are all derived from it. */
export interface Endpoint {
  readonly operationId: string;
  readonly tag: Tag;
  readonly method: Method;
  /** Below `/api`, with `{name}` for path parameters. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  /** Open to guests too, in the evaluation they were invited to. */
  readonly guests?: true;
  readonly parameters?: TObject;
  readonly query?: TObject;
  /** At least one of these must be in the query. */
  readonly queryNeedsOneOf?: readonly string[];
  /** Rules of the query that concern more than one parameter. */
  queryFaults?(query: object): readonly ValidationIssue[];
  readonly body?: TSchema;
  /** Rules of the body that concern several fields; fields that could not be read are absent. */
  faults?(body: object): readonly ValidationIssue[];
  /** The body may be left out altogether. */
  readonly bodyOptional?: true;
  /**
   * The body is too large to be read at once: the operation gets it as a stream, and `body` only
   * describes it.
   */
  readonly upload?: 'json' | 'multipart' | 'form';
  readonly response: TSchema;
  readonly status: number;
  /** Other success statuses of the same body. */
  readonly otherStatuses?: readonly number[];
  /** Problems besides the common ones. */
  readonly problems: readonly ProblemCode[];
  /** Writes nothing: a replica of the database answers it, if there is one. */
  readonly reads?: 'much';
  /** Answers carry a strong ETag. */
  readonly etag?: true;
  readonly ifMatch?: 'optional' | 'required';
  /** Answers name the created or changed object. */
  readonly location?: true;
  readonly paged?: true;
  /** Answers have the number of items on all pages, unless the request is one of the original. */
  readonly counted?: true;
  /** Body limit in bytes, if not the general one. */
  readonly bodyLimit?: number;
  /** Served at the root too, for probes and scrapers. */
  readonly atRoot?: true;
  /** Media type of the answer, if not JSON. */
  readonly contentType?: string;
}

/** The media types in which a body may come. */
export const BODY_TYPES = {
  json: ['application/json'],
  multipart: ['multipart/form-data'],
  form: ['multipart/form-data', 'application/x-www-form-urlencoded'],
} as const;

/** Keeps the literal types of an endpoint, so that inputs and answers can be inferred from it. */
export function defineEndpoint<const Definition extends Endpoint>(
  endpoint: Definition,
): Definition {
  return endpoint;
}

type Part<Definition, Key extends string> =
  Definition extends Record<Key, infer Schema extends TSchema> ? Static<Schema> : undefined;

/** A large body that has arrived completely and can be read any number of times. */
export interface Upload {
  /** The parts of a form beside its file; empty for JSON. */
  readonly fields: Readonly<Record<string, string>>;
  readonly fileName: string | undefined;
  readonly chunks: () => AsyncIterable<Uint8Array>;
}

/** What an operation receives: the decoded parts of the request. */
export interface EndpointInput<Definition extends Endpoint> {
  readonly parameters: Part<Definition, 'parameters'>;
  readonly query: Part<Definition, 'query'>;
  readonly body: Part<Definition, 'body'>;
  readonly upload: Definition extends { readonly upload: string } ? Upload : undefined;
}

export type EndpointOutput<Definition extends Endpoint> = Static<Definition['response']>;
