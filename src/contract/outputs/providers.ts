import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { HttpUrl, Id, Name, Nullable, Reference, Timestamp } from '../fields.ts';
import { Named } from '../named.ts';
import { Type } from '../type.ts';
import { providerFaults } from './provider-faults.ts';

const MaxConcurrent = Type.Integer({
  minimum: 1,
  maximum: 64,
  description: 'Concurrent calls over all processes of the service; 8 by default.',
});

const RequestsPerMinute = Type.Integer({ minimum: 1, maximum: 100_000 });

export const Provider = Named('Provider', {
  id: Id,
  workspace_id: Id,
  name: Type.String(),
  base_url: Type.String(),
  has_key: Type.Boolean(),
  key_hint: Nullable(
    Type.String({
      description: 'The last four characters of the key, if it has at least sixteen.',
    }),
  ),
  header_names: Type.Array(Type.String(), { description: 'Their values are never shown again.' }),
  max_concurrent: Type.Integer({ minimum: 1 }),
  requests_per_minute: Nullable(Type.Integer({ minimum: 1 })),
  loopback_allowed_by: Type.Optional(Id),
  loopback_allowed_at: Type.Optional(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export type Provider = Static<typeof Provider>;

const Headers = Type.Unsafe<Readonly<Record<string, string>>>({
  type: 'object',
  additionalProperties: { type: 'string' },
  format: 'free-json',
  description: 'Sent with every call, at most twenty. Write-only, like the key.',
});

const ProviderKey = Type.String({
  minLength: 1,
  maxLength: 4096,
  description: 'Sent as a bearer token. Write-only, and bound to the origin of base_url.',
});

const BaseUrl = Type.String({
  ...HttpUrl,
  description: 'The URL before /chat/completions; most end in /v1.',
});

const AllowLoopback = Type.Boolean({
  description:
    'Allow a loopback address, as the owner of the installation, on a server that listens there.',
});

/** The outcome of one call: an output, or an error and what to do about it. */
export const ProviderTestResult = Named('ProviderTestResult', {
  ok: Type.Boolean(),
  latency_ms: Type.Integer({ minimum: 0 }),
  output: Nullable(Type.String()),
  error: Nullable(Named('ProviderError', { code: Type.String(), message: Type.String() })),
});

export type ProviderTestResult = Static<typeof ProviderTestResult>;

const OneProvider = Type.Object({ provider_id: Reference });

export const providerEndpoints = [
  defineEndpoint({
    operationId: 'listProviders',
    tag: 'Providers',
    method: 'GET',
    path: '/providers',
    summary: 'List the providers of a workspace by name.',
    access: { kind: 'permission', permission: 'view_workspace' },
    query: Type.Object({ workspace_id: Reference }),
    response: Type.Array(Provider),
    status: 200,
    problems: ['workspace_not_found'],
  }),
  defineEndpoint({
    operationId: 'createProvider',
    tag: 'Providers',
    method: 'POST',
    path: '/providers',
    summary: 'Add an OpenAI-compatible chat endpoint that variants can be run on.',
    access: { kind: 'permission', permission: 'edit_workspace' },
    body: Named('NewProvider', {
      workspace_id: Reference,
      name: Name,
      base_url: BaseUrl,
      api_key: Type.Optional(Nullable(ProviderKey)),
      headers: Type.Optional(Headers),
      max_concurrent: Type.Optional(MaxConcurrent),
      requests_per_minute: Type.Optional(Nullable(RequestsPerMinute)),
      allow_loopback: Type.Optional(AllowLoopback),
    }),
    faults: providerFaults,
    response: Provider,
    status: 201,
    problems: ['workspace_not_found', 'provider_name_taken'],
    etag: true,
    location: true,
  }),
  defineEndpoint({
    operationId: 'fetchProvider',
    tag: 'Providers',
    method: 'GET',
    path: '/providers/{provider_id}',
    summary: 'Fetch a provider, without its secrets.',
    access: { kind: 'permission', permission: 'view_workspace' },
    parameters: OneProvider,
    response: Provider,
    status: 200,
    problems: ['provider_not_found'],
    etag: true,
  }),
  defineEndpoint({
    operationId: 'updateProvider',
    tag: 'Providers',
    method: 'PATCH',
    path: '/providers/{provider_id}',
    summary:
      'Change a provider. Moving it to another origin needs its key and headers again, or null and {} to drop them.',
    access: { kind: 'permission', permission: 'edit_workspace' },
    parameters: OneProvider,
    body: Named('ProviderChange', {
      name: Type.Optional(Name),
      base_url: Type.Optional(BaseUrl),
      api_key: Type.Optional(Nullable(ProviderKey)),
      headers: Type.Optional(Headers),
      max_concurrent: Type.Optional(MaxConcurrent),
      requests_per_minute: Type.Optional(Nullable(RequestsPerMinute)),
      allow_loopback: Type.Optional(Type.Boolean()),
    }),
    faults: providerFaults,
    response: Provider,
    status: 200,
    problems: ['provider_not_found', 'provider_name_taken', 'revision_conflict'],
    etag: true,
    ifMatch: 'optional',
  }),
  defineEndpoint({
    operationId: 'deleteProvider',
    tag: 'Providers',
    method: 'DELETE',
    path: '/providers/{provider_id}',
    summary: 'Delete a provider and its key. Its pending outputs fail.',
    access: { kind: 'permission', permission: 'edit_workspace' },
    parameters: OneProvider,
    response: Type.Null(),
    status: 204,
    problems: ['provider_not_found', 'revision_conflict'],
    ifMatch: 'optional',
  }),
  defineEndpoint({
    operationId: 'testProvider',
    tag: 'Providers',
    method: 'POST',
    path: '/providers/{provider_id}/test',
    summary: 'Ask a model of the provider for one short output.',
    access: { kind: 'permission', permission: 'edit_workspace' },
    parameters: OneProvider,
    body: Named('ProviderTest', { model: Type.String({ minLength: 1, maxLength: 256 }) }),
    response: ProviderTestResult,
    status: 200,
    problems: ['provider_not_found'],
  }),
] as const;
