import { defineEndpoint } from '../endpoint.ts';
import { CommitMessage, Name, Parameters, Reference } from '../fields.ts';
import { Named } from '../named.ts';
import { Type } from '../type.ts';
import { PARAMETERS_BODY_LIMIT } from './variants.ts';

const Config = Named('Config', {
  config_name: Type.String(),
  current_version: Type.Integer(),
  parameters: Parameters,
});

const OneDeployment = Type.Object({ deployment_revision_id: Reference });

export const configEndpoints = [
  defineEndpoint({
    operationId: 'fetchConfig',
    tag: 'Configs',
    method: 'GET',
    path: '/configs',
    summary: 'Fetch a config by name, or the one deployed to an environment. Suited to polling.',
    access: { kind: 'permission', permission: 'view_application' },
    query: Type.Object({
      base_id: Reference,
      config_name: Type.Optional(Reference),
      environment_name: Type.Optional(Reference),
    }),
    queryNeedsOneOf: ['config_name', 'environment_name'],
    response: Config,
    status: 200,
    problems: ['base_not_found', 'config_not_found', 'environment_not_found', 'nothing_deployed'],
    etag: true,
  }),
  defineEndpoint({
    operationId: 'saveConfig',
    tag: 'Configs',
    method: 'POST',
    path: '/configs',
    summary:
      'Save parameters under a config name: a new variant, or the next revision of an existing one. Saving identical parameters changes nothing.',
    access: { kind: 'permission', permission: 'modify_variant_configurations' },
    body: Named('NewConfig', {
      base_id: Reference,
      config_name: Name,
      parameters: Parameters,
      overwrite: Type.Boolean(),
      commit_message: CommitMessage,
    }),
    bodyLimit: PARAMETERS_BODY_LIMIT,
    response: Type.Null(),
    status: 200,
    problems: ['base_not_found', 'variant_name_taken', 'config_name_taken'],
    etag: true,
    location: true,
  }),
  defineEndpoint({
    operationId: 'fetchDeployedConfig',
    tag: 'Configs',
    method: 'GET',
    path: '/configs/deployment/{deployment_revision_id}',
    summary: 'Fetch the config that one environment revision deployed.',
    access: { kind: 'permission', permission: 'view_app_environment_deployment' },
    parameters: OneDeployment,
    response: Config,
    status: 200,
    problems: ['revision_not_found'],
    etag: true,
  }),
  defineEndpoint({
    operationId: 'revertDeployment',
    tag: 'Configs',
    method: 'POST',
    path: '/configs/deployment/{deployment_revision_id}/revert',
    summary: 'Point an environment back at what an earlier environment revision deployed.',
    access: { kind: 'permission', permission: 'edit_app_environment_deployment' },
    parameters: OneDeployment,
    response: Type.String({ description: 'A sentence for readers.' }),
    status: 200,
    problems: ['revision_not_found'],
  }),
] as const;
