import type { TSchema } from 'typebox';
import type { Access } from './access.ts';
import type { Endpoint } from './endpoint.ts';
import { hoistSchemas } from './openapi-schemas.ts';
import { COMMON_PROBLEMS, COMMON_WRITE_PROBLEMS, PROBLEMS, type ProblemCode } from './problems.ts';

/** OpenAPI 3.1 of the whole API, made from the same table the server mounts. */
export function openApiDocument(endpoints: readonly Endpoint[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const item = paths[endpoint.path] ?? {};
    item[endpoint.method.toLowerCase()] = operationOf(endpoint);
    paths[endpoint.path] = item;
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Jurybox',
      version: '1',
      description:
        'Keeps the variants of an LLM application under version control and settles which one is better by asking people, blind.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api' }],
    security: [{ key: [] }, { session: [] }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: SCHEMAS,
      responses: commonResponses(),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
  return hoistSchemas(document);
}

/** Every problem code that an endpoint can answer. */
function problemsOf(endpoint: Endpoint): readonly ProblemCode[] {
  const writing = endpoint.method === 'GET' ? [] : COMMON_WRITE_PROBLEMS;
  const isHidden = endpoint.access.kind !== 'anyone' && endpoint.guests !== true;
  const toGuests = isHidden ? TO_GUESTS : [];
  return [...endpoint.problems, ...COMMON_PROBLEMS, ...toGuests, ...writing];
}

/** What is not for guests is hidden from them. */
const TO_GUESTS: readonly ProblemCode[] = ['route_not_found'];

/** The statuses that an endpoint can answer, in ascending order. */
export function statusesOf(endpoint: Endpoint): readonly number[] {
  const statuses = [
    endpoint.status,
    ...(endpoint.otherStatuses ?? []),
    ...(endpoint.etag === true && endpoint.method === 'GET' ? [304] : []),
    422,
    ...problemsOf(endpoint).map((code) => PROBLEMS[code].status),
  ];
  return [...new Set(statuses)].sort((left, right) => left - right);
}

function operationOf(endpoint: Endpoint): object {
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: accessSentence(endpoint),
    ...(endpoint.access.kind === 'anyone' ? { security: [] } : {}),
    ...(endpoint.access.kind === 'session' ? { security: [{ session: [] }] } : {}),
    parameters: parametersOf(endpoint),
    ...(endpoint.body === undefined
      ? {}
      : {
          requestBody: {
            required: endpoint.bodyOptional !== true,
            content: { 'application/json': { schema: endpoint.body } },
          },
        }),
    responses: responsesOf(endpoint),
  };
}

export function accessSentence({ access, guests }: Endpoint): string {
  const need = needOf(access);
  return guests === true ? `${need} Open to guests.` : need;
}

function needOf(access: Access): string {
  switch (access.kind) {
    case 'anyone':
      return 'Needs no credential.';
    case 'session':
      return 'Needs a session.';
    case 'signed-in':
      return 'Needs a key or a session.';
    case 'permission':
      return `Needs the permission ${access.permission}.`;
  }
}

function parametersOf(endpoint: Endpoint): object[] {
  const header = (name: string, description: string, required: boolean) => ({
    name,
    in: 'header',
    required,
    description,
    schema: { type: 'string' },
  });
  const takesKey = endpoint.method === 'POST' || endpoint.method === 'PATCH';
  return [
    ...fieldsOf(endpoint.parameters).map((field) => ({ ...field, in: 'path', required: true })),
    ...fieldsOf(endpoint.query).map((field) => ({ ...field, in: 'query' })),
    ...(endpoint.ifMatch === undefined
      ? []
      : [header('If-Match', 'ETag you last read.', endpoint.ifMatch === 'required')]),
    ...(endpoint.etag === true && endpoint.method === 'GET'
      ? [header('If-None-Match', 'ETag you already have.', false)]
      : []),
    ...(endpoint.guests === true ? [header('X-Profile-Id', PROFILE_ID, false)] : []),
    ...(endpoint.contentType === 'text/event-stream'
      ? [header('Last-Event-ID', 'Id of the last event you saw.', false)]
      : []),
    ...(takesKey && endpoint.access.kind !== 'anyone'
      ? [header('Idempotency-Key', 'Makes repeating this request safe for 24 hours.', false)]
      : []),
  ];
}

const PROFILE_ID =
  'Id of the profile that the request is made for. Chooses among the sessions of a browser; 401 for everybody else.';

interface ObjectView {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
}

function fieldsOf(
  schema: TSchema | undefined,
): { name: string; required: boolean; schema: TSchema }[] {
  const { properties = {}, required = [] } = (schema ?? {}) as ObjectView; // An object schema.
  return Object.entries(properties).map(([name, property]) => ({
    name,
    required: required.includes(name),
    schema: property,
  }));
}

function responsesOf(endpoint: Endpoint): Record<string, object> {
  const responses: Record<string, object> = {};
  for (const status of [endpoint.status, ...(endpoint.otherStatuses ?? [])]) {
    responses[status] = {
      description: status < 400 ? 'Done.' : 'Not now.',
      headers: headersOf(endpoint),
      ...(status === 204
        ? {}
        : { content: { [mediaType(endpoint)]: { schema: endpoint.response } } }),
    };
  }
  if (endpoint.etag === true && endpoint.method === 'GET') {
    responses[304] = { description: 'You already have it.' };
  }
  responses[422] = { $ref: '#/components/responses/validation' };
  for (const [status, codes] of byStatus(problemsOf(endpoint))) {
    const isCommon = codes.every((code) => !endpoint.problems.includes(code));
    responses[status] ??= isCommon
      ? { $ref: `#/components/responses/${codes.join('-')}` }
      : problemResponse(codes);
  }
  return responses;
}

/** Answers that hardly any endpoint has to itself are described once. */
function commonResponses(): Record<string, object> {
  const sets = [COMMON_PROBLEMS, [...COMMON_PROBLEMS, ...COMMON_WRITE_PROBLEMS], TO_GUESTS];
  const groups = sets.flatMap((codes) => [...byStatus(codes).values()]);
  const problems = groups.map((codes) => [codes.join('-'), problemResponse(codes)] as const);
  return {
    validation: {
      description: 'The request does not fit.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ValidationError' } } },
    },
    ...Object.fromEntries(problems),
  };
}

function problemResponse(codes: readonly ProblemCode[]): object {
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

function mediaType(endpoint: Endpoint): string {
  return endpoint.contentType?.split(';')[0] ?? 'application/json';
}

function headersOf(endpoint: Endpoint): Record<string, object> {
  const text = { schema: { type: 'string' } };
  return {
    'X-Request-Id': text,
    ...(endpoint.etag === true ? { ETag: text } : {}),
    ...(endpoint.location === true ? { Location: text } : {}),
    ...(endpoint.paged === true ? { Link: text } : {}),
    ...(endpoint.counted === true ? { 'X-Total-Count': { schema: { type: 'integer' } } } : {}),
  };
}

function byStatus(codes: readonly ProblemCode[]): Map<number, ProblemCode[]> {
  const groups = new Map<number, ProblemCode[]>();
  for (const code of codes) {
    const { status } = PROBLEMS[code];
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return groups;
}

const SECURITY_SCHEMES = {
  key: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The key itself, or "ApiKey" or "Bearer" and the key.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-session',
    description: 'Guests have one cookie for each evaluation: __Host-guest_, its id, _ and theirs.',
  },
};

const SCHEMAS = {
  ValidationError: {
    type: 'object',
    properties: {
      detail: {
        type: 'array',
        items: {
          type: 'object',
          required: ['loc', 'msg', 'type'],
          properties: {
            loc: { type: 'array', items: { type: ['string', 'integer'] } },
            msg: { type: 'string' },
            type: { type: 'string' },
          },
        },
      },
    },
  },
  Problem: {
    type: 'object',
    required: ['detail', 'type', 'title', 'status', 'code', 'request_id'],
    properties: {
      detail: { type: 'string' },
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      code: { enum: Object.keys(PROBLEMS) },
      request_id: { type: 'string' },
    },
  },
};
