import type { EndpointInput, EndpointOutput } from './endpoint.ts';
import { annotatorInvitationEndpoints } from './evaluations/annotator-invitations.ts';
import { destinationEndpoints } from './evaluations/destinations.ts';
import { evaluationExtensionEndpoints } from './evaluations/evaluation-extension.ts';
import { evaluationOverviewEndpoints } from './evaluations/evaluation-overviews.ts';
import { evaluationSettingsEndpoints } from './evaluations/evaluation-settings-endpoints.ts';
import { exclusionEndpoints } from './evaluations/exclusions.ts';
import { humanEvaluationEndpoints } from './evaluations/human-evaluations.ts';
import { scenarioEndpoints } from './evaluations/scenarios.ts';
import { serviceEndpoints } from './health.ts';
import { auditTrailEndpoints } from './identity/audit-trail.ts';
import { authEndpoints } from './identity/auth.ts';
import { keyEndpoints } from './identity/keys.ts';
import { organizationEndpoints } from './identity/organizations.ts';
import { profileEndpoints } from './identity/profile.ts';
import { retentionEndpoints } from './identity/retention.ts';
import { workspaceEndpoints } from './identity/workspaces.ts';
import { assignmentEndpoints } from './judging/assignments.ts';
import { homeEndpoints } from './judging/home.ts';
import { judgementEndpoints } from './judging/judgements.ts';
import { sampleAppEndpoints } from './judging/sample-apps.ts';
import { scenarioTallyEndpoints } from './judging/scenario-tallies.ts';
import { generationEndpoints } from './outputs/generation.ts';
import { providerEndpoints } from './outputs/providers.ts';
import { quickEvaluationEndpoints } from './outputs/quick-evaluations.ts';
import { tryingEndpoints } from './outputs/trying.ts';
import { evaluationResultEndpoints } from './results/evaluation-results.ts';
import { issueEndpoints } from './results/issues.ts';
import { planningEndpoints } from './results/planning.ts';
import { testsetEndpoints } from './testsets/testsets.ts';
import { appEndpoints } from './variants/apps.ts';
import { baseEndpoints } from './variants/bases.ts';
import { configEndpoints } from './variants/configs.ts';
import { environmentEndpoints } from './variants/environments.ts';
import { variantEndpoints } from './variants/variants.ts';

/** The whole API, in the order in which the documentation shows it. */
export const ENDPOINTS = [
  ...serviceEndpoints,
  ...authEndpoints,
  ...profileEndpoints,
  ...keyEndpoints,
  ...organizationEndpoints,
  ...workspaceEndpoints,
  ...auditTrailEndpoints,
  ...retentionEndpoints,
  ...destinationEndpoints,
  ...providerEndpoints,
  ...appEndpoints,
  ...baseEndpoints,
  ...variantEndpoints,
  ...configEndpoints,
  ...environmentEndpoints,
  ...testsetEndpoints,
  ...humanEvaluationEndpoints,
  ...quickEvaluationEndpoints,
  ...sampleAppEndpoints,
  ...evaluationOverviewEndpoints,
  ...evaluationSettingsEndpoints,
  ...evaluationExtensionEndpoints,
  ...exclusionEndpoints,
  ...scenarioEndpoints,
  ...generationEndpoints,
  ...tryingEndpoints,
  ...homeEndpoints,
  ...assignmentEndpoints,
  ...annotatorInvitationEndpoints,
  ...judgementEndpoints,
  ...scenarioTallyEndpoints,
  ...evaluationResultEndpoints,
  ...issueEndpoints,
  ...planningEndpoints,
] as const;

type AnyEndpoint = (typeof ENDPOINTS)[number];

export type OperationId = AnyEndpoint['operationId'];

export type EndpointOf<Id extends OperationId> = Extract<AnyEndpoint, { operationId: Id }>;

export type Input<Id extends OperationId> = EndpointInput<EndpointOf<Id>>;

export type Output<Id extends OperationId> = EndpointOutput<EndpointOf<Id>>;
