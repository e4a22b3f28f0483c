import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import {
  CommitMessage,
  HttpUrl,
  Id,
  Name,
  Nullable,
  PAGE_QUERY,
  Parameters,
  Reference,
  Timestamp,
} from '../fields.ts';
import { Named } from '../named.ts';
import { Type } from '../type.ts';
import { AppVariantResponse, PARAMETERS_BODY_LIMIT } from './variants.ts';

export const Base = Named('Base', {
  base_id: Id,
  base_name: Type.String(),
  app_id: Id,
  uri: Nullable(Type.String()),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export type Base = Static<typeof Base>;

const OneBase = Type.Object({ base_id: Reference });

export const baseEndpoints = [
  defineEndpoint({
    operationId: 'listBases',
    tag: 'Bases',
    method: 'GET',
    path: '/bases',
    summary:
      'List the bases of an app by name; in pages by age, since names can change between pages.',
    access: { kind: 'permission', permission: 'view_application' },
    query: Type.Object({
      app_id: Reference,
      base_name: Type.Optional(Type.String()),
      ...PAGE_QUERY,
    }),
    response: Type.Array(Named('BaseSummary', { base_id: Id, base_name: Type.String() })),
    status: 200,
    problems: ['app_not_found', 'invalid_cursor'],
    paged: true,
  }),
  defineEndpoint({
    operationId: 'fetchContainerUrl',
    tag: 'Bases',
    method: 'GET',
    path: '/containers/container_url',
    summary:
      'Fetch the URI of a base, or of the base of a variant, under the name of the original API.',
    access: { kind: 'permission', permission: 'view_application' },
    query: Type.Object({
      base_id: Type.Optional(Reference),
      variant_id: Type.Optional(
        Type.String({ format: 'reference', description: 'Ignored when base_id is sent.' }),
      ),
    }),
    queryNeedsOneOf: ['base_id', 'variant_id'],
    response: Named('ContainerUrl', { uri: Type.String() }),
    status: 200,
    problems: ['base_not_found', 'variant_not_found', 'nothing_deployed'],
  }),
  defineEndpoint({
    operationId: 'createBase',
    tag: 'Bases',
    method: 'POST',
    path: '/bases',
    summary: 'Create a base together with its first variant.',
    access: { kind: 'permission', permission: 'create_application' },
    body: Named('NewBase', {
      app_id: Reference,
      base_name: Name,
      uri: Type.Optional(Nullable(HttpUrl)),
      config_name: Type.Optional(Name),
      parameters: Type.Optional(Parameters),
      commit_message: CommitMessage,
    }),
    bodyLimit: PARAMETERS_BODY_LIMIT,
    response: Named('CreatedBase', { ...Base.properties, variant: AppVariantResponse }),
    status: 201,
    problems: ['app_not_found', 'base_name_taken', 'variant_name_taken'],
    etag: true,
    location: true,
  }),
  defineEndpoint({
    operationId: 'fetchBase',
    tag: 'Bases',
    method: 'GET',
    path: '/bases/{base_id}',
    summary: 'Fetch a base.',
    access: { kind: 'permission', permission: 'view_application' },
    parameters: OneBase,
    response: Base,
    status: 200,
    problems: ['base_not_found'],
    etag: true,
  }),
  defineEndpoint({
    operationId: 'updateBase',
    tag: 'Bases',
    method: 'PATCH',
    path: '/bases/{base_id}',
    summary: 'Rename a base or change its URI.',
    access: { kind: 'permission', permission: 'edit_application' },
    parameters: OneBase,
    body: Named('BaseChange', {
      base_name: Type.Optional(Name),
      uri: Type.Optional(Nullable(HttpUrl)),
    }),
    response: Base,
    status: 200,
    problems: ['base_not_found', 'revision_conflict', 'base_name_taken'],
    etag: true,
    ifMatch: 'optional',
  }),
  defineEndpoint({
    operationId: 'deleteBase',
    tag: 'Bases',
    method: 'DELETE',
    path: '/bases/{base_id}',
    summary: 'Delete a base that has no variant left.',
    access: { kind: 'permission', permission: 'delete_application_variant' },
    parameters: OneBase,
    response: Type.Null(),
    status: 204,
    problems: ['base_not_found', 'revision_conflict', 'in_use'],
    ifMatch: 'optional',
  }),
] as const;
