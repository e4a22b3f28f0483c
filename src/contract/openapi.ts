import type { Access } from './access.ts';
import { BODY_TYPES, type Endpoint } from './endpoint.ts';
import type { Example, Examples } from './openapi-examples.ts';
import { HEADER_PARAMETERS, type ParameterParts, parametersOf } from './openapi-parameters.ts';
import { HEADERS, responsesOf, sharedResponses } from './openapi-responses.ts';
import { openSchemaBook } from './openapi-schemas.ts';
import { type Paths, shareParameters } from './openapi-shared-parameters.ts';
import { TAGS } from './tags.ts';

/** OpenAPI 3.1 of the whole API, made from the same table the server mounts. */
export function openApiDocument(endpoints: readonly Endpoint[], examples: Examples): object {
  const book = openSchemaBook();
  const described: Record<string, Paths[string]> = {};
  for (const endpoint of endpoints) {
    const nameOf = pathNames(endpoint, endpoints);
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{${nameOf(name)}}`);
    const operation = operationOf(endpoint, {
      book,
      nameOf,
      example: examples[endpoint.operationId] ?? {},
    });
    described[path] = { ...described[path], [endpoint.method.toLowerCase()]: operation };
  }
  const responses = sharedResponses(endpoints, book);
  const { paths, shared } = shareParameters(described);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Jurybox',
      version: '1',
      description:
        'Keeps the variants of an LLM application under version control and settles which one is better by asking people, blind. Every answer has an X-Request-Id, which identifies the request in the service’s log.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api' }],
    security: [{ key: [] }, { session: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: book.named(),
      parameters: { ...shared, ...HEADER_PARAMETERS },
      responses,
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/**
 * Operations on the same path may name its parameters differently, as the original's
 * `/testsets/{app_id}` and `/testsets/{testset_id}` do. The document needs one name.
 */
function pathNames(endpoint: Endpoint, endpoints: readonly Endpoint[]): (name: string) => string {
  const shape = shapeOf(endpoint);
  const alike = endpoints.filter((other) => shapeOf(other) === shape);
  return (name) => (alike.every(({ path }) => path.includes(`{${name}}`)) ? name : 'id');
}

function shapeOf({ path }: Endpoint): string {
  return path.replaceAll(/\{\w+\}/g, '{}');
}

function operationOf(endpoint: Endpoint, parts: ParameterParts): Paths[string][string] {
  const { book, example } = parts;
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: accessSentence(endpoint),
    ...(endpoint.access.kind === 'anyone' ? { security: [] } : {}),
    ...(endpoint.access.kind === 'session' ? { security: [{ session: [] }] } : {}),
    ...parametersOf(endpoint, parts),
    ...(endpoint.body === undefined
      ? {}
      : { requestBody: requestBodyOf(endpoint, book.refer(endpoint.body), example) }),
    responses: responsesOf(endpoint, book, example.response),
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

function requestBodyOf(endpoint: Endpoint, schema: unknown, { body }: Example): object {
  const content = { schema, ...(body === undefined ? {} : { example: body }) };
  const types = BODY_TYPES[endpoint.upload ?? 'json'];
  return {
    required: endpoint.bodyOptional !== true,
    content: Object.fromEntries(types.map((type) => [type, content])),
  };
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
    description:
      'Guests have one cookie per evaluation: __Host-guest_, the evaluation id, _ and the guest id. A member’s request may name a workspace by id in Jurybox-Workspace: objects of workspaces are then looked for in that one only. A response names its workspace in the same header.',
  },
};
