import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { CommitMessage, Id, Nullable, Reference, Timestamp } from '../fields.ts';
import { Named } from '../named.ts';
import { Type } from '../type.ts';

export const ENVIRONMENT_NAMES = ['development', 'staging', 'production'] as const;

export const EnvironmentOutput = Named('EnvironmentOutput', {
  name: Type.String(),
  app_id: Id,
  deployed_app_variant_id: Nullable(Id),
  deployed_variant_name: Nullable(Type.String()),
  deployed_app_variant_revision_id: Nullable(Id),
  revision: Nullable(Type.Integer({ description: 'Number of the deployed variant revision.' })),
  organization_id: Nullable(Id),
  workspace_id: Nullable(Id),
  environment_revision: Type.Integer({ minimum: 0 }),
  deployed_at: Nullable(Timestamp),
  deployed_by: Nullable(Type.String()),
});

export type EnvironmentOutput = Static<typeof EnvironmentOutput>;

export const EnvironmentRevision = Named('EnvironmentRevision', {
  id: Id,
  revision: Type.Integer({ minimum: 1 }),
  modified_by: Type.String(),
  deployed_app_variant_revision: Nullable(Id),
  deployment: Type.Null(),
  created_at: Timestamp,
  deployed_variant_id: Id,
  deployed_variant_name: Type.String(),
  deployed_revision: Type.Integer(),
  commit_message: Nullable(Type.String()),
  reverted_from: Nullable(Type.Integer()),
});

export type EnvironmentRevision = Static<typeof EnvironmentRevision>;

export const environmentEndpoints = [
  defineEndpoint({
    operationId: 'deployVariant',
    tag: 'Environments',
    method: 'POST',
    path: '/environments/deploy',
    summary: 'Deploy a revision of a variant to an environment of its app.',
    access: { kind: 'permission', permission: 'deploy_application' },
    body: Named('NewDeployment', {
      environment_name: Type.String(),
      variant_id: Reference,
      revision: Type.Optional(Type.Integer()),
      commit_message: CommitMessage,
    }),
    response: Type.Null(),
    status: 200,
    problems: ['variant_not_found', 'environment_not_found', 'revision_not_found'],
    location: true,
  }),
] as const;
