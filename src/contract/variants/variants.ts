import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import {
  CommitMessage,
  Id,
  Name,
  Nullable,
  PARAMETERS_LIMIT_BYTES,
  PageQuery,
  Parameters,
  Reference,
  Timestamp,
} from '../fields.ts';
import { Named } from '../named.ts';
import { Type } from '../type.ts';

/** Room for the other fields beside a `parameters` object of the largest size. */
export const PARAMETERS_BODY_LIMIT = PARAMETERS_LIMIT_BYTES + 64 * 1024;

export const AppVariantResponse = Named('AppVariantResponse', {
  app_id: Id,
  app_name: Type.String(),
  variant_id: Id,
  variant_name: Type.String(),
  parameters: Nullable(Parameters),
  previous_variant_name: Nullable(Type.String()),
  user_id: Id,
  base_name: Type.String(),
  base_id: Id,
  config_name: Type.String(),
  uri: Nullable(Type.String()),
  revision: Type.Integer({ minimum: 1 }),
  organization_id: Nullable(Id),
  workspace_id: Nullable(Id),
});

export type AppVariantResponse = Static<typeof AppVariantResponse>;

/** The original's lists have the times too; its single object has no other keys. */
export const ListedVariant = Named('ListedVariant', {
  ...AppVariantResponse.properties,
  created_at: Timestamp,
  updated_at: Type.String({
    format: 'date-time',
    description: 'When its parameters last changed.',
  }),
});

export type ListedVariant = Static<typeof ListedVariant>;

export const VariantRevision = Named('VariantRevision', {
  id: Id,
  variant_id: Id,
  revision: Type.Integer({ minimum: 1 }),
  modified_by: Type.String(),
  modified_by_id: Id,
  config: Named('RevisionConfig', { config_name: Type.String(), parameters: Parameters }),
  commit_message: Nullable(Type.String()),
  restored_from: Nullable(Type.Integer()),
  created_at: Timestamp,
});

export type VariantRevision = Static<typeof VariantRevision>;

/** Listed in one diff of two revisions. */
export const MOST_CHANGES = 1_000;

const ParameterChange = Named('ParameterChange', {
  op: Type.Enum(['add', 'remove', 'replace']),
  path: Type.String({ description: 'JSON Pointer into the parameters.' }),
  old: Type.Optional(Type.Unknown()),
  value: Type.Optional(Type.Unknown()),
});

const OneVariant = Type.Object({ variant_id: Reference });
const OneRevision = Type.Object({ variant_id: Reference, revision_number: Type.Integer() });

export const variantEndpoints = [
  defineEndpoint({
    operationId: 'addVariantFromBase',
    tag: 'Variants',
    method: 'POST',
    path: '/variants/from-base',
    summary: 'Add a variant to a base.',
    access: { kind: 'permission', permission: 'create_app_variant' },
    body: Named('NewVariant', {
      base_id: Reference,
      new_variant_name: Name,
      new_config_name: Name,
      parameters: Parameters,
      commit_message: CommitMessage,
    }),
    bodyLimit: PARAMETERS_BODY_LIMIT,
    response: AppVariantResponse,
    status: 200,
    problems: ['base_not_found', 'variant_name_taken', 'config_name_taken'],
    etag: true,
    location: true,
  }),
  defineEndpoint({
    operationId: 'fetchVariant',
    tag: 'Variants',
    method: 'GET',
    path: '/variants/{variant_id}',
    summary: 'Fetch a variant with its current parameters.',
    access: { kind: 'permission', permission: 'view_application' },
    parameters: OneVariant,
    response: AppVariantResponse,
    status: 200,
    problems: ['variant_not_found'],
    etag: true,
  }),
  defineEndpoint({
    operationId: 'updateVariantParameters',
    tag: 'Variants',
    method: 'PUT',
    path: '/variants/{variant_id}/parameters',
    summary: 'Replace the parameters of a variant and create its next revision.',
    access: { kind: 'permission', permission: 'modify_variant_configurations' },
    parameters: OneVariant,
    body: Named('ParametersChange', { parameters: Parameters, commit_message: CommitMessage }),
    bodyLimit: PARAMETERS_BODY_LIMIT,
    response: Type.Null(),
    status: 200,
    problems: ['variant_not_found', 'revision_conflict'],
    etag: true,
    ifMatch: 'optional',
    location: true,
  }),
  defineEndpoint({
    operationId: 'renameVariant',
    tag: 'Variants',
    method: 'PATCH',
    path: '/variants/{variant_id}',
    summary: 'Rename a variant or its config. Creates no revision.',
    access: { kind: 'permission', permission: 'modify_variant_configurations' },
    parameters: OneVariant,
    body: Named('VariantRename', {
      variant_name: Type.Optional(Name),
      config_name: Type.Optional(Name),
    }),
    response: AppVariantResponse,
    status: 200,
    problems: ['variant_not_found', 'revision_conflict', 'variant_name_taken', 'config_name_taken'],
    etag: true,
    ifMatch: 'optional',
  }),
  defineEndpoint({
    operationId: 'deleteVariant',
    tag: 'Variants',
    method: 'DELETE',
    path: '/variants/{variant_id}',
    summary: 'Delete a variant with its revisions, unless something uses it.',
    access: { kind: 'permission', permission: 'delete_application_variant' },
    parameters: OneVariant,
    response: Type.Null(),
    status: 200,
    problems: ['variant_not_found', 'revision_conflict', 'in_use'],
    ifMatch: 'optional',
  }),
  defineEndpoint({
    operationId: 'listVariantRevisions',
    tag: 'Variants',
    method: 'GET',
    path: '/variants/{variant_id}/revisions',
    summary: 'List the revisions of a variant, newest first.',
    access: { kind: 'permission', permission: 'view_application' },
    parameters: OneVariant,
    query: PageQuery,
    response: Type.Array(VariantRevision),
    status: 200,
    problems: ['variant_not_found', 'invalid_cursor'],
    reads: 'much',
    paged: true,
  }),
  defineEndpoint({
    operationId: 'fetchVariantRevision',
    tag: 'Variants',
    method: 'GET',
    path: '/variants/{variant_id}/revisions/{revision_number}',
    summary: 'Fetch one revision of a variant.',
    access: { kind: 'permission', permission: 'view_application' },
    parameters: OneRevision,
    response: VariantRevision,
    status: 200,
    problems: ['variant_not_found', 'revision_not_found'],
    etag: true,
  }),
  defineEndpoint({
    operationId: 'restoreVariantRevision',
    tag: 'Variants',
    method: 'POST',
    path: '/variants/{variant_id}/revisions/{revision_number}/restore',
    summary: 'Create a new revision with the parameters of an old one.',
    access: { kind: 'permission', permission: 'modify_variant_configurations' },
    parameters: OneRevision,
    body: Named('RevisionRestore', { commit_message: CommitMessage }),
    bodyOptional: true,
    response: VariantRevision,
    status: 201,
    otherStatuses: [200],
    problems: [
      'variant_not_found',
      'revision_not_found',
      'precondition_required',
      'revision_conflict',
    ],
    etag: true,
    ifMatch: 'required',
    location: true,
  }),
  defineEndpoint({
    operationId: 'diffVariantRevisions',
    tag: 'Variants',
    method: 'GET',
    path: '/variants/{variant_id}/diff',
    summary: 'Compare the parameters of two revisions.',
    access: { kind: 'permission', permission: 'view_application' },
    parameters: OneVariant,
    query: Type.Object({
      from: Type.Integer({ minimum: 1 }),
      to: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    response: Named('VariantDiff', {
      variant_id: Id,
      from: Type.Integer(),
      to: Type.Integer(),
      changes: Type.Array(ParameterChange, {
        description: `At most ${MOST_CHANGES}: an object or array with more is replaced as a whole.`,
      }),
    }),
    status: 200,
    problems: ['variant_not_found', 'revision_not_found'],
  }),
] as const;
