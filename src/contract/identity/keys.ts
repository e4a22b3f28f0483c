import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Name, Nullable, PageQuery, Reference, Timestamp } from '../fields.ts';
import { Named, NamedOneOf } from '../named.ts';
import { parseScopes, SCOPES } from '../scopes.ts';
import { Type } from '../type.ts';
import { issues, type ValidationIssue } from '../validation.ts';

const Scope = NamedOneOf('KeyScope', SCOPES);

export const Key = Named('Key', {
  prefix: Type.String(),
  name: Type.String({ description: 'Empty if the key has no name.' }),
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
  expiration_date: Nullable(Timestamp),
  scopes: Type.Array(Scope, {
    description: 'Empty: everything.',
  }),
});

export type Key = Static<typeof Key>;

const OneKey = Type.Object({ key_prefix: Reference });

export const keyEndpoints = [
  defineEndpoint({
    operationId: 'listKeys',
    tag: 'Keys',
    method: 'GET',
    path: '/keys',
    summary: 'List your API keys, newest first.',
    access: { kind: 'signed-in' },
    query: PageQuery,
    response: Type.Array(Key),
    status: 200,
    problems: ['invalid_cursor'],
    paged: true,
  }),
  defineEndpoint({
    operationId: 'createKey',
    tag: 'Keys',
    method: 'POST',
    path: '/keys',
    summary: 'Create an API key for one workspace. It is shown only once.',
    access: { kind: 'signed-in' },
    query: Type.Object({
      workspace_id: Reference,
      name: Type.Optional(Name),
      expires_in_days: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 3650,
          description: 'Absent: never. A key created with a key expires no later than that key.',
        }),
      ),
      scopes: Type.Optional(
        Type.String({
          // Lets `scopeFaults` refuse empty text, which would otherwise count as absent.
          minLength: 0,
          maxLength: 64,
          description: 'Comma-separated: read, judge, write, deploy. Absent: all of its creator’s.',
        }),
      ),
    }),
    queryFaults: scopeFaults,
    response: Type.String({
      description: 'Its prefix, w and its workspace, its scopes if it has any, and a secret.',
    }),
    status: 200,
    problems: ['workspace_not_found'],
  }),
  defineEndpoint({
    operationId: 'deleteKey',
    tag: 'Keys',
    method: 'DELETE',
    path: '/keys/{key_prefix}',
    summary: 'Delete one of your API keys. It stops working at once.',
    access: { kind: 'signed-in' },
    parameters: OneKey,
    response: Named('DeletedKey', { message: Type.String() }),
    status: 200,
    problems: ['key_not_found'],
  }),
  defineEndpoint({
    operationId: 'validateKey',
    tag: 'Keys',
    method: 'GET',
    path: '/keys/{key_prefix}/validate',
    summary: 'Check whether this request uses the key with that prefix.',
    access: { kind: 'signed-in' },
    parameters: OneKey,
    response: Type.Boolean(),
    status: 200,
    problems: [],
  }),
] as const;

function scopeFaults({ scopes }: { readonly scopes?: string }): readonly ValidationIssue[] {
  if (scopes === undefined || (parseScopes(scopes) ?? []).length > 0) return [];
  const why = `name one or more of ${SCOPES.join(', ')}`;
  return [issues.valueError(['query', 'scopes'], why)];
}
