import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Id, Name, PAGE_QUERY, PageQuery, Reference, Timestamp } from '../fields.ts';
import { Named } from '../named.ts';
import { Type } from '../type.ts';
import { EnvironmentOutput, EnvironmentRevision } from './environments.ts';
import { AppVariantResponse, ListedVariant } from './variants.ts';

const AppSummary = Named('AppSummary', { app_id: Id, app_name: Type.String() });

export const App = Named('App', {
  app_id: Id,
  app_name: Type.String(),
  organization_id: Id,
  workspace_id: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
});

export type App = Static<typeof App>;

const OneApp = Type.Object({ app_id: Reference });

export const appEndpoints = [
  defineEndpoint({
    operationId: 'createApp',
    tag: 'Apps',
    method: 'POST',
    path: '/apps',
    summary: 'Create an app with its three environments.',
    access: { kind: 'permission', permission: 'create_application' },
    body: Named('NewApp', {
      app_name: Name,
      organization_id: Type.Optional(Reference),
      workspace_id: Type.Optional(Reference),
    }),
    response: AppSummary,
    status: 200,
    problems: ['organization_not_found', 'workspace_not_found', 'app_name_taken'],
    location: true,
  }),
  defineEndpoint({
    operationId: 'listApps',
    tag: 'Apps',
    method: 'GET',
    path: '/apps',
    summary: 'List the apps that the caller can view.',
    access: { kind: 'permission', permission: 'view_application' },
    query: Type.Object({
      app_name: Type.Optional(Type.String()),
      org_id: Type.Optional(Reference),
      workspace_id: Type.Optional(Reference),
      ...PAGE_QUERY,
    }),
    response: Type.Array(AppSummary),
    status: 200,
    problems: ['organization_not_found', 'workspace_not_found', 'invalid_cursor'],
    reads: 'much',
    paged: true,
  }),
  defineEndpoint({
    operationId: 'fetchVariantByEnvironment',
    tag: 'Apps',
    method: 'GET',
    path: '/apps/get_variant_by_env',
    summary: 'Fetch the variant that an environment of an app runs, as it was deployed.',
    access: { kind: 'permission', permission: 'view_application' },
    query: Type.Object({ app_id: Reference, environment: Reference }),
    response: AppVariantResponse,
    status: 200,
    problems: ['app_not_found', 'environment_not_found', 'nothing_deployed'],
  }),
  defineEndpoint({
    operationId: 'fetchApp',
    tag: 'Apps',
    method: 'GET',
    path: '/apps/{app_id}',
    summary: 'Fetch an app.',
    access: { kind: 'permission', permission: 'view_application' },
    parameters: OneApp,
    response: App,
    status: 200,
    problems: ['app_not_found'],
    etag: true,
  }),
  defineEndpoint({
    operationId: 'renameApp',
    tag: 'Apps',
    method: 'PATCH',
    path: '/apps/{app_id}',
    summary: 'Rename an app.',
    access: { kind: 'permission', permission: 'edit_application' },
    parameters: OneApp,
    body: Named('AppRename', { app_name: Type.Optional(Name) }),
    response: App,
    status: 200,
    problems: ['app_not_found', 'revision_conflict', 'app_name_taken'],
    etag: true,
    ifMatch: 'optional',
  }),
  defineEndpoint({
    operationId: 'deleteApp',
    tag: 'Apps',
    method: 'DELETE',
    path: '/apps/{app_id}',
    summary: 'Delete an app with everything in it.',
    access: { kind: 'permission', permission: 'delete_application' },
    parameters: OneApp,
    response: Type.Null(),
    status: 200,
    problems: ['app_not_found', 'revision_conflict'],
    ifMatch: 'optional',
  }),
  defineEndpoint({
    operationId: 'listAppVariants',
    tag: 'Apps',
    method: 'GET',
    path: '/apps/{app_id}/variants',
    summary: 'List the variants of an app.',
    access: { kind: 'permission', permission: 'view_application' },
    parameters: OneApp,
    query: PageQuery,
    response: Type.Array(ListedVariant),
    status: 200,
    problems: ['app_not_found', 'invalid_cursor'],
    reads: 'much',
    paged: true,
  }),
  defineEndpoint({
    operationId: 'listEnvironments',
    tag: 'Apps',
    method: 'GET',
    path: '/apps/{app_id}/environments',
    summary: 'List the environments of an app and what is deployed there.',
    access: { kind: 'permission', permission: 'view_app_environment_deployment' },
    parameters: OneApp,
    response: Type.Array(EnvironmentOutput),
    status: 200,
    problems: ['app_not_found'],
  }),
  defineEndpoint({
    operationId: 'listEnvironmentRevisions',
    tag: 'Apps',
    method: 'GET',
    path: '/apps/{app_id}/revisions/{environment_name}',
    summary: 'Show an environment with its history, newest first.',
    access: { kind: 'permission', permission: 'view_app_environment_deployment' },
    parameters: Type.Object({ app_id: Reference, environment_name: Reference }),
    query: PageQuery,
    response: Named('EnvironmentHistory', {
      ...EnvironmentOutput.properties,
      revisions: Type.Array(EnvironmentRevision),
    }),
    status: 200,
    problems: ['app_not_found', 'environment_not_found', 'invalid_cursor'],
    paged: true,
  }),
] as const;
