import type { Endpoint } from './endpoint.ts';
import { Named, NamedOneOf } from './named.ts';
import type { SchemaBook } from './openapi-schemas.ts';
import { PROBLEM_MEMBERS } from './problem-members.ts';
import { COMMON_PROBLEMS, COMMON_WRITE_PROBLEMS, PROBLEMS, type ProblemCode } from './problems.ts';
import { Type } from './type.ts';

/** Every problem code that an endpoint can answer. */
function problemsOf(endpoint: Endpoint): readonly ProblemCode[] {
  const writing = endpoint.method === 'GET' ? [] : COMMON_WRITE_PROBLEMS;
  const isHidden = endpoint.access.kind !== 'anyone' && endpoint.guests !== true;
  const toGuests = isHidden ? TO_GUESTS : [];
  return [...endpoint.problems, ...COMMON_PROBLEMS, ...toGuests, ...writing];
}

/** Endpoints closed to guests are hidden from them. */
const TO_GUESTS: readonly ProblemCode[] = ['route_not_found'];

/** The statuses that an endpoint can answer, in ascending order. */
export function statusesOf(endpoint: Endpoint): readonly number[] {
  const problems = problemsOf(endpoint).map((code) => PROBLEMS[code].status);
  return inOrder([...successesOf(endpoint), 422, ...problems]);
}

/** The statuses that the document lists by number; common problems are under `default`. */
export function ownStatusesOf(endpoint: Endpoint): readonly number[] {
  const problems = endpoint.problems.map((code) => PROBLEMS[code].status);
  return inOrder([...successesOf(endpoint), 422, ...problems]);
}

function successesOf(endpoint: Endpoint): readonly number[] {
  const unchanged = hasUnchanged(endpoint) ? [304] : [];
  return [endpoint.status, ...(endpoint.otherStatuses ?? []), ...unchanged];
}

function hasUnchanged({ etag, method }: Endpoint): boolean {
  return etag === true && method === 'GET';
}

/** The problems that an endpoint declares, by status. */
function ownProblemsOf({ problems }: Endpoint): ReadonlyMap<number, readonly ProblemCode[]> {
  return Map.groupBy(problems, (code) => PROBLEMS[code].status);
}

function inOrder(statuses: readonly number[]): readonly number[] {
  return [...new Set(statuses)].sort((left, right) => left - right);
}

/** The answers of one operation by status. */
export function responsesOf(
  endpoint: Endpoint,
  { refer }: SchemaBook,
  example: unknown,
): Record<string, object> {
  const responses: Record<string, object> = {};
  for (const status of [endpoint.status, ...(endpoint.otherStatuses ?? [])]) {
    const shown = status === endpoint.status && example !== undefined ? { example } : {};
    const content = { [mediaType(endpoint)]: { schema: refer(endpoint.response), ...shown } };
    responses[status] = {
      description: status < 400 ? 'Done.' : 'Not ready.',
      ...headersOf(endpoint),
      ...(status === 204 ? {} : { content }),
    };
  }
  if (hasUnchanged(endpoint)) responses[304] = { description: 'You already have it.' };
  for (const [status, codes] of ownProblemsOf(endpoint)) {
    responses[status] ??= { $ref: `#/components/responses/${codes.join('-')}` };
  }
  responses[422] = { $ref: '#/components/responses/ValidationError' };
  responses['default'] = { $ref: '#/components/responses/Problem' };
  return responses;
}

/** The answers that operations share, by the name that refers to them. */
export function sharedResponses(
  endpoints: readonly Endpoint[],
  { refer }: SchemaBook,
): Record<string, object> {
  const common = [...COMMON_PROBLEMS, ...TO_GUESTS, ...COMMON_WRITE_PROBLEMS];
  const content = { 'application/problem+json': { schema: refer(ProblemDocument) } };
  const own = endpoints
    .flatMap((endpoint) => [...ownProblemsOf(endpoint).values()])
    .map((codes) => [codes.join('-'), { description: listed(codes), content }]);
  return {
    ValidationError: {
      description: 'The request does not match the schema.',
      content: { 'application/json': { schema: refer(ValidationError) } },
    },
    Problem: {
      description: `Problems of any operation, each under its own status. ${listed(common)}`,
      content,
    },
    ...Object.fromEntries(own.sort(([left = ''], [right = '']) => (left < right ? -1 : 1))),
  };
}

function listed(codes: readonly ProblemCode[]): string {
  return codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' ');
}

function mediaType(endpoint: Endpoint): string {
  return endpoint.contentType?.split(';')[0] ?? 'application/json';
}

function headersOf(endpoint: Endpoint): { headers?: object } {
  const names = [
    ...(endpoint.etag === true ? ['ETag'] : []),
    ...(endpoint.location === true ? ['Location'] : []),
    ...(endpoint.paged === true ? ['Link'] : []),
    ...(endpoint.counted === true ? ['X-Total-Count'] : []),
  ];
  if (names.length === 0) return {};
  const headers = names.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  return { headers: Object.fromEntries(headers) };
}

export const HEADERS = {
  ETag: {
    description: 'The version of the object; send it in If-Match or If-None-Match.',
    schema: { type: 'string' },
  },
  Location: {
    description: 'Path of the created or changed object.',
    schema: { type: 'string' },
  },
  Link: {
    description: 'The next page, as rel="next"; absent on the last one.',
    schema: { type: 'string' },
  },
  'X-Total-Count': {
    description: 'Number of items on all pages together.',
    schema: { type: 'integer' },
  },
};

const ValidationIssue = Named('ValidationIssue', {
  loc: Type.Array(Type.Unsafe<string | number>({ type: ['string', 'integer'] }), {
    description: 'Where: body, query, path or header, then the keys down to the field.',
  }),
  msg: Type.String({ description: 'A sentence for readers.' }),
  type: Type.String({ description: 'The kind of fault, for programs.' }),
});

const ValidationError = Named('ValidationError', { detail: Type.Array(ValidationIssue) });

const ProblemDocument = Named('Problem', {
  detail: Type.String({ description: 'What happened and what to do next, for people.' }),
  type: Type.String({ description: 'urn:jurybox:problem: and the code.' }),
  title: Type.String({ description: 'The code in words.' }),
  status: Type.Integer({ description: 'The status of the answer.' }),
  code: NamedOneOf(
    'ProblemCode',
    Object.keys(PROBLEMS),
    'For programs; all are explained in /api/docs.',
  ),
  request_id: Type.String({ description: 'Quote it when you report a defect.' }),
  ...PROBLEM_MEMBERS,
});
