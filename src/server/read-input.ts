import type { FastifyRequest } from 'fastify';
import { type Decoding, decode } from '../contract/decode.ts';
import { BODY_TYPES, type Endpoint, type Upload } from '../contract/endpoint.ts';
import { Problem } from '../contract/problems.ts';
import { issues, ValidationFailure, type ValidationIssue } from '../contract/validation.ts';
import { parseJson } from '../files/parse-json.ts';
import { inFieldOrder } from './in-field-order.ts';
import { workspaceFaults } from './named-workspace.ts';

export interface RequestInput {
  readonly parameters: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly upload?: Upload;
}

/** Decodes path, query and body by the endpoint's schemas and reports all faults together. */
export function readInput(endpoint: Endpoint, request: FastifyRequest): RequestInput {
  const found: ValidationIssue[] = [...workspaceFaults(request.headers)];
  const text: Decoding = { source: 'text', found };
  const parameters =
    endpoint.parameters && decode(endpoint.parameters, request.params, ['path'], text);
  const query = endpoint.query && decode(endpoint.query, request.query ?? {}, ['query'], text);
  if (endpoint.queryNeedsOneOf !== undefined) refuseNone(endpoint.queryNeedsOneOf, query, found);
  // Skipped after other faults: an undecodable parameter would look as if it had not been sent.
  if (found.length === 0) found.push(...(endpoint.queryFaults?.(Object(query)) ?? []));
  // The operation itself reads an upload.
  const hasBody = endpoint.body !== undefined && endpoint.upload === undefined;
  const body = hasBody ? readBody(endpoint, request, found) : undefined;
  if (found.length > 0) throw new ValidationFailure(found);
  return { parameters, query, body };
}

/** Reports the first alternative as missing if none is present. */
function refuseNone(names: readonly string[], query: unknown, found: ValidationIssue[]): void {
  const [first] = names;
  const isAnyPresent = names.some((name) => Object.hasOwn(Object(query), name));
  if (!isAnyPresent && first !== undefined) found.push(issues.missing(['query', first]));
}

/**
 * Refuses media types that the endpoint does not read. With keys the type may be absent, as in the
 * original.
 */
export function refuseMediaType(
  endpoint: Endpoint,
  request: FastifyRequest,
  untyped: 'is read as JSON' | 'is refused',
): void {
  if (endpoint.body === undefined || (endpoint.upload === undefined && isAbsent(request))) return;
  const type = request.headers['content-type'];
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  const isReadable =
    encoding === 'identity' || (encoding === 'gzip' && endpoint.upload !== undefined);
  if (endpoint.upload === 'multipart' || endpoint.upload === 'form') {
    const isForm = BODY_TYPES[endpoint.upload].some((form) => isMediaType(type, form));
    if (isReadable && isForm) return;
    throw unsupported(BODY_TYPES[endpoint.upload].join(', '), 'accept-post');
  }
  if (isReadable && (type === undefined ? untyped === 'is read as JSON' : isJsonType(type))) return;
  const accept = { POST: 'accept-post', PATCH: 'accept-patch' }[endpoint.method as string];
  throw unsupported('application/json', accept);
}

function isMediaType(type: string | undefined, wanted: string): boolean {
  return type?.split(';')[0]?.trim().toLowerCase() === wanted;
}

function unsupported(type: string, header: string | undefined): Problem {
  return new Problem(
    'unsupported_media_type',
    `Send the body as ${type}, in UTF-8 and not compressed (large ones may be, with gzip).`,
    { headers: header === undefined ? {} : { [header]: type } },
  );
}

function isJsonType(type: string): boolean {
  const [essence = '', ...parameters] = type.toLowerCase().split(';');
  if (!/^application\/(?:[\w.!#$&^-]+\+)?json$/.test(essence.trim())) return false;
  return parameters.every((parameter) => {
    const [name, value = ''] = parameter.trim().split('=');
    return name !== 'charset' || /^"?utf-?8"?$/.test(value);
  });
}

function readBody(endpoint: Endpoint, request: FastifyRequest, found: ValidationIssue[]): unknown {
  if (isAbsent(request)) {
    if (endpoint.bodyOptional !== true) found.push(issues.missing(['body']));
    return undefined;
  }
  const bytes = request.body as Buffer; // The only content type parser leaves bodies as they are.
  const value = parseJson(bytes, freeFieldsOf(endpoint));
  if (value === null) {
    if (endpoint.bodyOptional !== true) found.push(issues.missing(['body']));
    return undefined;
  }
  if (endpoint.body === undefined) return undefined;
  const bodyIssues: ValidationIssue[] = [];
  const body = decode(endpoint.body, value, ['body'], { source: 'json', found: bodyIssues });
  if (typeof body === 'object' && body !== null)
    bodyIssues.push(...(endpoint.faults?.(body) ?? []));
  found.push(...inFieldOrder(endpoint.body, bodyIssues));
  return body;
}

function isAbsent(request: FastifyRequest): boolean {
  return !(request.body instanceof Buffer) || request.body.length === 0;
}

function freeFieldsOf(endpoint: Endpoint): readonly string[] {
  const properties: Record<string, { format?: string }> =
    (endpoint.body as { properties?: Record<string, { format?: string }> }).properties ?? {};
  return Object.keys(properties).filter((name) => properties[name]?.format === 'free-json');
}
