import type { OperationId } from '../../src/contract/api.ts';

/** Written from the wire contract, not from the code, which tests compare with it. */

export const ROLES = [
  'owner',
  'workspace_admin',
  'editor',
  'evaluator',
  'deployment_manager',
  'viewer',
] as const;

export type RoleName = (typeof ROLES)[number];

/** Marks roles as the columns of the permission table do: O A E V D R. */
const MARKS: Readonly<Record<string, RoleName>> = {
  O: 'owner',
  A: 'workspace_admin',
  E: 'editor',
  V: 'evaluator',
  D: 'deployment_manager',
  R: 'viewer',
};

const HOLDERS: Readonly<Record<string, string>> = {
  view_application: 'OAEVDR',
  view_app_environment_deployment: 'OAEVDR',
  create_application: 'OAE',
  edit_application: 'OAE',
  delete_application: 'OA',
  create_app_variant: 'OAE',
  modify_variant_configurations: 'OAE',
  delete_application_variant: 'OAE',
  deploy_application: 'OAD',
  edit_app_environment_deployment: 'OAD',
  view_testset: 'OAEVDR',
  create_testset: 'OAE',
  edit_testset: 'OAE',
  delete_testset: 'OA',
  view_evaluation: 'OAEVDR',
  create_evaluation: 'OAEV',
  run_evaluations: 'OAEV',
  // Besides, the creator of an evaluation holds it there.
  edit_evaluation: 'OAE',
  delete_evaluation: 'OA',
  view_workspace: 'OAEVDR',
  edit_workspace: 'OA',
  modify_user_roles: 'OA',
  add_new_user_to_workspace: 'OA',
  // Held by the owner of the installation alone.
  read_system: '',
  // Held by the owner of the organization alone, whatever their role in a workspace.
  edit_organization: '',
  create_workspace: '',
};

export type ExpectedAccess =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'signed-in' }
  /** Not open to keys, which act for a workspace: passwords and sessions belong to a person. */
  | { readonly kind: 'session' }
  | { readonly kind: 'permission'; readonly permission: string };

/** The column "Who" of the operation tables. */
const WHO: { readonly [Id in OperationId]: string } = {
  checkHealth: 'anyone',
  checkLiveness: 'anyone',
  checkReadiness: 'anyone',
  readMetrics: 'read_system',
  readOpenApi: 'anyone',
  readDocs: 'anyone',
  checkSetup: 'anyone',
  checkSession: 'anyone',
  setUp: 'anyone',
  logIn: 'anyone',
  logOut: 'session',
  listSessions: 'session',
  endSession: 'session',
  changePassword: 'session',
  resetPassword: 'anyone',
  createPasswordReset: 'session',
  exchangeInvitation: 'anyone',
  fetchProfile: 'signed-in',
  listKeys: 'signed-in',
  createKey: 'signed-in',
  deleteKey: 'signed-in',
  validateKey: 'signed-in',
  listOrganizations: 'signed-in',
  createOrganization: 'signed-in',
  fetchOwnOrganization: 'signed-in',
  fetchOrganization: 'signed-in',
  updateOrganization: 'edit_organization',
  createWorkspace: 'create_workspace',
  updateWorkspace: 'edit_workspace',
  inviteToWorkspace: 'add_new_user_to_workspace',
  resendInvitation: 'add_new_user_to_workspace',
  withdrawInvitation: 'add_new_user_to_workspace',
  acceptInvitation: 'signed-in',
  listRoles: 'signed-in',
  listPermissions: 'signed-in',
  assignRole: 'modify_user_roles',
  replaceRoles: 'modify_user_roles',
  unassignRole: 'modify_user_roles',
  removeMember: 'modify_user_roles',
  listAuditEntries: 'edit_workspace',
  exportAuditEntries: 'edit_workspace',
  verifyAuditTrail: 'edit_workspace',
  fetchRetention: 'edit_workspace',
  updateRetention: 'edit_workspace',
  deletePerson: 'modify_user_roles',
  createApp: 'create_application',
  listApps: 'view_application',
  fetchVariantByEnvironment: 'view_application',
  fetchApp: 'view_application',
  renameApp: 'edit_application',
  deleteApp: 'delete_application',
  listAppVariants: 'view_application',
  listEnvironments: 'view_app_environment_deployment',
  listEnvironmentRevisions: 'view_app_environment_deployment',
  listBases: 'view_application',
  fetchContainerUrl: 'view_application',
  createBase: 'create_application',
  fetchBase: 'view_application',
  updateBase: 'edit_application',
  deleteBase: 'delete_application_variant',
  addVariantFromBase: 'create_app_variant',
  fetchVariant: 'view_application',
  updateVariantParameters: 'modify_variant_configurations',
  renameVariant: 'modify_variant_configurations',
  deleteVariant: 'delete_application_variant',
  listVariantRevisions: 'view_application',
  fetchVariantRevision: 'view_application',
  restoreVariantRevision: 'modify_variant_configurations',
  diffVariantRevisions: 'view_application',
  fetchConfig: 'view_application',
  saveConfig: 'modify_variant_configurations',
  fetchDeployedConfig: 'view_app_environment_deployment',
  revertDeployment: 'edit_app_environment_deployment',
  deployVariant: 'deploy_application',
  createTestset: 'create_testset',
  uploadTestset: 'create_testset',
  importTestset: 'create_testset',
  listTestsets: 'view_testset',
  fetchTestset: 'view_testset',
  updateTestset: 'edit_testset',
  listTestsetRevisions: 'view_testset',
  fetchTestsetRevision: 'view_testset',
  exportTestset: 'view_testset',
  deleteTestsets: 'delete_testset',
  createHumanEvaluation: 'create_evaluation',
  listHumanEvaluations: 'view_evaluation',
  listEvaluationsByResource: 'view_evaluation',
  fetchHumanEvaluation: 'view_evaluation',
  updateHumanEvaluation: 'edit_evaluation',
  closeHumanEvaluation: 'edit_evaluation',
  reopenHumanEvaluation: 'edit_evaluation',
  deleteHumanEvaluations: 'delete_evaluation',
  listEvaluationScenarios: 'view_evaluation',
  // The changed fields decide which further permission it needs.
  updateEvaluationScenario: 'view_evaluation',
  fetchScenarioScore: 'view_evaluation',
  updateScenarioScore: 'run_evaluations',
  fetchBrief: 'run_evaluations',
  takeAssignments: 'run_evaluations',
  listAssignments: 'run_evaluations',
  fetchAssignment: 'run_evaluations',
  submitJudgement: 'run_evaluations',
  withdrawJudgement: 'run_evaluations',
  skipAssignment: 'run_evaluations',
  flagAssignment: 'run_evaluations',
  unflagAssignment: 'run_evaluations',
  fetchEvaluationSettings: 'view_evaluation',
  updateEvaluationSettings: 'edit_evaluation',
  listSettingChanges: 'edit_evaluation',
  extendHumanEvaluation: 'edit_evaluation',
  listExclusions: 'edit_evaluation',
  excludeAnnotator: 'edit_evaluation',
  includeAnnotator: 'edit_evaluation',
  fetchCriteria: 'view_evaluation',
  replaceCriteria: 'edit_evaluation',
  listDestinations: 'view_application',
  fetchHome: 'view_evaluation',
  listEvaluationIssues: 'edit_evaluation',
  listScenarioTallies: 'edit_evaluation',
  decideIssue: 'edit_evaluation',
  listEvaluationOverviews: 'view_evaluation',
  fetchEvaluationOverview: 'view_evaluation',
  listGuidelines: 'view_evaluation',
  createAnnotatorInvitation: 'edit_evaluation',
  listAnnotatorInvitations: 'edit_evaluation',
  revokeAnnotatorInvitation: 'edit_evaluation',
  listJudgements: 'view_evaluation',
  exportHumanEvaluation: 'edit_evaluation',
  fetchResults: 'view_evaluation',
  fetchResultsSeries: 'view_evaluation',
  watchHumanEvaluation: 'edit_evaluation',
  planSampleSize: 'signed-in',
  listProviders: 'view_workspace',
  createProvider: 'edit_workspace',
  fetchProvider: 'view_workspace',
  updateProvider: 'edit_workspace',
  deleteProvider: 'edit_workspace',
  testProvider: 'edit_workspace',
  tryVariants: 'edit_evaluation',
  createQuickEvaluation: 'create_application',
  createSampleApp: 'create_application',
  importOutputs: 'run_evaluations',
  fetchGeneration: 'edit_evaluation',
  startGeneration: 'edit_evaluation',
  pauseGeneration: 'edit_evaluation',
  resumeGeneration: 'edit_evaluation',
  cancelGeneration: 'edit_evaluation',
  retryGeneration: 'edit_evaluation',
  listGenerationCells: 'edit_evaluation',
};

/** Guests judge, read their profile and sign out. */
const OPEN_TO_GUESTS: readonly OperationId[] = [
  'logOut',
  'fetchProfile',
  'fetchBrief',
  'takeAssignments',
  'listAssignments',
  'fetchAssignment',
  'submitJudgement',
  'withdrawJudgement',
  'skipAssignment',
  'flagAssignment',
  'unflagAssignment',
];

export function isOpenToGuests(operationId: OperationId): boolean {
  return OPEN_TO_GUESTS.includes(operationId);
}

export function expectedAccess(operationId: OperationId): ExpectedAccess {
  const who = WHO[operationId];
  if (who === 'anyone' || who === 'signed-in' || who === 'session') return { kind: who };
  return { kind: 'permission', permission: who };
}

export function holdersOf(permission: string): readonly RoleName[] {
  const marks = HOLDERS[permission];
  if (marks === undefined) throw new Error(`The table of permissions lacks ${permission}.`);
  return marks.split('').flatMap((mark) => MARKS[mark] ?? []);
}

/** The problem code for an unknown or foreign value in this field. */
const NOT_FOUND: Readonly<Record<string, string>> = {
  app_id: 'app_not_found',
  base_id: 'base_not_found',
  variant_id: 'variant_not_found',
  deployment_revision_id: 'revision_not_found',
  testset_id: 'testset_not_found',
  testset_ids: 'testset_not_found',
  variant_ids: 'variant_not_found',
  evaluation_id: 'evaluation_not_found',
  evaluations_ids: 'evaluation_not_found',
  scenario_id: 'scenario_not_found',
  assignment_id: 'assignment_not_found',
  issue_id: 'issue_not_found',
  provider_id: 'provider_not_found',
  annotator_ids: 'user_not_found',
  user_id: 'user_not_found',
  org_id: 'organization_not_found',
  organization_id: 'organization_not_found',
  workspace_id: 'workspace_not_found',
  key_prefix: 'key_not_found',
  session_id: '',
  resource_ids: '',
  owner: '',
};

const NAMES_A_MEMBER: readonly string[] = [
  'assignRole',
  'replaceRoles',
  'unassignRole',
  'removeMember',
];

export interface ExpectedReply {
  readonly status: number;
  readonly code?: string;
}

/** Undefined when the field refers to nothing that exists already. */
export function replyToUnknown(operationId: string, field: string): ExpectedReply | undefined {
  if (field === 'email') {
    if (!NAMES_A_MEMBER.includes(operationId)) return undefined;
    return { status: 404, code: 'user_not_found' };
  }
  const code = NOT_FOUND[field];
  if (code === undefined) return undefined;
  // It is no error to end an unknown session, to validate a foreign key, or to list the evaluations
  // of foreign resources.
  if (operationId === 'endSession') return { status: 204 };
  if (operationId === 'validateKey') return { status: 200 };
  if (operationId === 'listEvaluationsByResource') return { status: 200 };
  if (operationId === 'createOrganization') return { status: 403, code: 'forbidden' };
  if (operationId === 'acceptInvitation') return { status: 400, code: 'invitation_invalid' };
  return { status: 404, code };
}
