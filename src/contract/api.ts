import { annotatorInvitationEndpoints } from './annotator-invitations.ts';
import { appEndpoints } from './apps.ts';
import { assignmentEndpoints } from './assignments.ts';
import { authEndpoints } from './auth.ts';
import { baseEndpoints } from './bases.ts';
import { configEndpoints } from './configs.ts';
import type { EndpointInput, EndpointOutput } from './endpoint.ts';
import { environmentEndpoints } from './environments.ts';
import { evaluationResultEndpoints } from './evaluation-results.ts';
import { evaluationSettingsEndpoints } from './evaluation-settings-endpoints.ts';
import { generationEndpoints } from './generation.ts';
import { serviceEndpoints } from './health.ts';
import { humanEvaluationEndpoints } from './human-evaluations.ts';
import { judgementEndpoints } from './judgements.ts';
import { keyEndpoints } from './keys.ts';
import { organizationEndpoints } from './organizations.ts';
import { planningEndpoints } from './planning.ts';
import { profileEndpoints } from './profile.ts';
import { providerEndpoints } from './providers.ts';
import { scenarioEndpoints } from './scenarios.ts';
import { testsetEndpoints } from './testsets.ts';
import { variantEndpoints } from './variants.ts';
import { workspaceEndpoints } from './workspaces.ts';

/** The whole API, in the order in which the documentation shows it. */
export const ENDPOINTS = [
  ...serviceEndpoints,
  ...authEndpoints,
  ...profileEndpoints,
  ...keyEndpoints,
  ...organizationEndpoints,
  ...workspaceEndpoints,
  ...providerEndpoints,
  ...appEndpoints,
  ...baseEndpoints,
  ...variantEndpoints,
  ...configEndpoints,
  ...environmentEndpoints,
  ...testsetEndpoints,
  ...humanEvaluationEndpoints,
  ...evaluationSettingsEndpoints,
  ...scenarioEndpoints,
  ...generationEndpoints,
  ...assignmentEndpoints,
  ...annotatorInvitationEndpoints,
  ...judgementEndpoints,
  ...evaluationResultEndpoints,
  ...planningEndpoints,
] as const;

type AnyEndpoint = (typeof ENDPOINTS)[number];

export type OperationId = AnyEndpoint['operationId'];

export type EndpointOf<Id extends OperationId> = Extract<AnyEndpoint, { operationId: Id }>;

export type Input<Id extends OperationId> = EndpointInput<EndpointOf<Id>>;

export type Output<Id extends OperationId> = EndpointOutput<EndpointOf<Id>>;
