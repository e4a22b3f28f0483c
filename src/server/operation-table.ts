import type { OperationId } from '../contract/api.ts';
import { createAnnotatorInvitation } from '../operations/annotator-invitations/create-annotator-invitation.ts';
import { listAnnotatorInvitations } from '../operations/annotator-invitations/list-annotator-invitations.ts';
import { revokeAnnotatorInvitation } from '../operations/annotator-invitations/revoke-annotator-invitation.ts';
import { createApp } from '../operations/apps/create-app.ts';
import { deleteApp } from '../operations/apps/delete-app.ts';
import { fetchApp } from '../operations/apps/fetch-app.ts';
import { fetchVariantByEnvironment } from '../operations/apps/fetch-variant-by-environment.ts';
import { listAppVariants } from '../operations/apps/list-app-variants.ts';
import { listApps } from '../operations/apps/list-apps.ts';
import { listEnvironmentRevisions } from '../operations/apps/list-environment-revisions.ts';
import { listEnvironments } from '../operations/apps/list-environments.ts';
import { renameApp } from '../operations/apps/rename-app.ts';
import { changePassword } from '../operations/auth/change-password.ts';
import { checkSetup } from '../operations/auth/check-setup.ts';
import { endSession } from '../operations/auth/end-session.ts';
import { exchangeInvitation } from '../operations/auth/exchange-invitation.ts';
import { listSessions } from '../operations/auth/list-sessions.ts';
import { logIn } from '../operations/auth/log-in.ts';
import { logOut } from '../operations/auth/log-out.ts';
import { setUp } from '../operations/auth/set-up.ts';
import { createBase } from '../operations/bases/create-base.ts';
import { deleteBase } from '../operations/bases/delete-base.ts';
import { fetchBase } from '../operations/bases/fetch-base.ts';
import { fetchContainerUrl } from '../operations/bases/fetch-container-url.ts';
import { listBases } from '../operations/bases/list-bases.ts';
import { updateBase } from '../operations/bases/update-base.ts';
import { fetchConfig } from '../operations/configs/fetch-config.ts';
import { fetchDeployedConfig } from '../operations/configs/fetch-deployed-config.ts';
import { revertDeployment } from '../operations/configs/revert-deployment.ts';
import { saveConfig } from '../operations/configs/save-config.ts';
import type {
  Admission,
  JsonOperation,
  Operation,
  StreamingOperation,
} from '../operations/context.ts';
import { deployVariant } from '../operations/environments/deploy-variant.ts';
import { fetchCriteria } from '../operations/evaluation-settings/fetch-criteria.ts';
import { fetchEvaluationSettings } from '../operations/evaluation-settings/fetch-evaluation-settings.ts';
import { listGuidelines } from '../operations/evaluation-settings/list-guidelines.ts';
import { replaceCriteria } from '../operations/evaluation-settings/replace-criteria.ts';
import { updateEvaluationSettings } from '../operations/evaluation-settings/update-evaluation-settings.ts';
import { cancelGeneration } from '../operations/generation/cancel-generation.ts';
import { fetchGeneration } from '../operations/generation/fetch-generation.ts';
import { listGenerationCells } from '../operations/generation/list-generation-cells.ts';
import { pauseGeneration } from '../operations/generation/pause-generation.ts';
import { resumeGeneration } from '../operations/generation/resume-generation.ts';
import { retryGeneration } from '../operations/generation/retry-generation.ts';
import { startGeneration } from '../operations/generation/start-generation.ts';
import { closeHumanEvaluation } from '../operations/human-evaluations/close-human-evaluation.ts';
import { createHumanEvaluation } from '../operations/human-evaluations/create-human-evaluation.ts';
import { deleteHumanEvaluations } from '../operations/human-evaluations/delete-human-evaluations.ts';
import { fetchHumanEvaluation } from '../operations/human-evaluations/fetch-human-evaluation.ts';
import { listEvaluationsByResource } from '../operations/human-evaluations/list-evaluations-by-resource.ts';
import { listHumanEvaluations } from '../operations/human-evaluations/list-human-evaluations.ts';
import { reopenHumanEvaluation } from '../operations/human-evaluations/reopen-human-evaluation.ts';
import { updateHumanEvaluation } from '../operations/human-evaluations/update-human-evaluation.ts';
import { exportHumanEvaluation } from '../operations/judgements/export-human-evaluation.ts';
import { listJudgements } from '../operations/judgements/list-judgements.ts';
import { fetchAssignment } from '../operations/judging/fetch-assignment.ts';
import { fetchBrief } from '../operations/judging/fetch-brief.ts';
import { flagAssignment } from '../operations/judging/flag-assignment.ts';
import { listAssignments } from '../operations/judging/list-assignments.ts';
import { skipAssignment } from '../operations/judging/skip-assignment.ts';
import { submitJudgement } from '../operations/judging/submit-judgement.ts';
import { takeAssignments } from '../operations/judging/take-assignments.ts';
import { unflagAssignment } from '../operations/judging/unflag-assignment.ts';
import { withdrawJudgement } from '../operations/judging/withdraw-judgement.ts';
import { createKey } from '../operations/keys/create-key.ts';
import { deleteKey } from '../operations/keys/delete-key.ts';
import { listKeys } from '../operations/keys/list-keys.ts';
import { validateKey } from '../operations/keys/validate-key.ts';
import { acceptInvitation } from '../operations/organizations/accept-invitation.ts';
import { createOrganization } from '../operations/organizations/create-organization.ts';
import { createWorkspace } from '../operations/organizations/create-workspace.ts';
import { fetchOrganization } from '../operations/organizations/fetch-organization.ts';
import { fetchOwnOrganization } from '../operations/organizations/fetch-own-organization.ts';
import { inviteToWorkspace } from '../operations/organizations/invite-to-workspace.ts';
import { listOrganizations } from '../operations/organizations/list-organizations.ts';
import { resendInvitation } from '../operations/organizations/resend-invitation.ts';
import { updateOrganization } from '../operations/organizations/update-organization.ts';
import { updateWorkspace } from '../operations/organizations/update-workspace.ts';
import { admitToImportOutputs, importOutputs } from '../operations/outputs/import-outputs.ts';
import { planSampleSize } from '../operations/planning/plan-sample-size.ts';
import { fetchProfile } from '../operations/profile/fetch-profile.ts';
import { createProvider } from '../operations/providers/create-provider.ts';
import { deleteProvider } from '../operations/providers/delete-provider.ts';
import { fetchProvider } from '../operations/providers/fetch-provider.ts';
import { listProviders } from '../operations/providers/list-providers.ts';
import { testProvider } from '../operations/providers/test-provider.ts';
import { updateProvider } from '../operations/providers/update-provider.ts';
import { fetchResults } from '../operations/results/fetch-results.ts';
import { fetchResultsSeries } from '../operations/results/fetch-results-series.ts';
import { watchHumanEvaluation } from '../operations/results/watch-human-evaluation.ts';
import { fetchScenarioScore } from '../operations/scenarios/fetch-scenario-score.ts';
import { listEvaluationScenarios } from '../operations/scenarios/list-evaluation-scenarios.ts';
import { updateEvaluationScenario } from '../operations/scenarios/update-evaluation-scenario.ts';
import { updateScenarioScore } from '../operations/scenarios/update-scenario-score.ts';
import { admitToCreateTestset, admitToUpdateTestset } from '../operations/testsets/admit-upload.ts';
import { createTestset } from '../operations/testsets/create-testset.ts';
import { deleteTestsets } from '../operations/testsets/delete-testsets.ts';
import { exportTestset } from '../operations/testsets/export-testset.ts';
import { fetchTestset } from '../operations/testsets/fetch-testset.ts';
import { fetchTestsetRevision } from '../operations/testsets/fetch-testset-revision.ts';
import { importTestset } from '../operations/testsets/import-testset.ts';
import { listTestsetRevisions } from '../operations/testsets/list-testset-revisions.ts';
import { listTestsets } from '../operations/testsets/list-testsets.ts';
import { updateTestset } from '../operations/testsets/update-testset.ts';
import { uploadTestset } from '../operations/testsets/upload-testset.ts';
import { addVariantFromBase } from '../operations/variants/add-variant-from-base.ts';
import { deleteVariant } from '../operations/variants/delete-variant.ts';
import { diffVariantRevisions } from '../operations/variants/diff-variant-revisions.ts';
import { fetchVariant } from '../operations/variants/fetch-variant.ts';
import { fetchVariantRevision } from '../operations/variants/fetch-variant-revision.ts';
import { listVariantRevisions } from '../operations/variants/list-variant-revisions.ts';
import { renameVariant } from '../operations/variants/rename-variant.ts';
import { restoreVariantRevision } from '../operations/variants/restore-variant-revision.ts';
import { updateVariantParameters } from '../operations/variants/update-variant-parameters.ts';
import { assignRole } from '../operations/workspaces/assign-role.ts';
import { listPermissions } from '../operations/workspaces/list-permissions.ts';
import { listRoles } from '../operations/workspaces/list-roles.ts';
import { removeMember } from '../operations/workspaces/remove-member.ts';
import { unassignRole } from '../operations/workspaces/unassign-role.ts';
import type { ServiceOperations } from './service-operations.ts';

/** One operation for each endpoint: a missing or mistyped one does not compile. */
export type OperationTable = {
  readonly [Id in OperationId]: Operation<Id> | JsonOperation<Id> | StreamingOperation<Id>;
};

/** Endpoints with large bodies that can tell by the path whether to read them. */
export const ADMISSIONS: { readonly [Id in OperationId]?: Admission<Id> } = {
  createTestset: admitToCreateTestset,
  updateTestset: admitToUpdateTestset,
  importOutputs: admitToImportOutputs,
};

export function operationTable(service: ServiceOperations): OperationTable {
  return {
    ...service,
    checkSetup,
    setUp,
    logIn,
    logOut,
    listSessions,
    endSession,
    changePassword,
    exchangeInvitation,
    fetchProfile,
    listKeys,
    createKey,
    deleteKey,
    validateKey,
    listOrganizations,
    createOrganization,
    fetchOwnOrganization,
    fetchOrganization,
    updateOrganization,
    createWorkspace,
    updateWorkspace,
    inviteToWorkspace,
    resendInvitation,
    acceptInvitation,
    listRoles,
    listPermissions,
    assignRole,
    unassignRole,
    removeMember,
    createApp,
    listApps,
    fetchVariantByEnvironment,
    fetchApp,
    renameApp,
    deleteApp,
    listAppVariants,
    listEnvironments,
    listEnvironmentRevisions,
    listBases,
    fetchContainerUrl,
    createBase,
    fetchBase,
    updateBase,
    deleteBase,
    addVariantFromBase,
    fetchVariant,
    updateVariantParameters,
    renameVariant,
    deleteVariant,
    listVariantRevisions,
    fetchVariantRevision,
    restoreVariantRevision,
    diffVariantRevisions,
    fetchConfig,
    saveConfig,
    fetchDeployedConfig,
    revertDeployment,
    deployVariant,
    createTestset,
    deleteTestsets,
    exportTestset,
    fetchTestset,
    fetchTestsetRevision,
    listTestsetRevisions,
    listTestsets,
    updateTestset,
    uploadTestset,
    importTestset,
    createHumanEvaluation,
    listHumanEvaluations,
    listEvaluationsByResource,
    fetchHumanEvaluation,
    updateHumanEvaluation,
    closeHumanEvaluation,
    reopenHumanEvaluation,
    deleteHumanEvaluations,
    fetchEvaluationSettings,
    updateEvaluationSettings,
    fetchCriteria,
    replaceCriteria,
    listGuidelines,
    listEvaluationScenarios,
    updateEvaluationScenario,
    fetchScenarioScore,
    updateScenarioScore,
    fetchGeneration,
    startGeneration,
    pauseGeneration,
    resumeGeneration,
    cancelGeneration,
    retryGeneration,
    listGenerationCells,
    fetchBrief,
    takeAssignments,
    listAssignments,
    fetchAssignment,
    submitJudgement,
    withdrawJudgement,
    skipAssignment,
    flagAssignment,
    unflagAssignment,
    createAnnotatorInvitation,
    listAnnotatorInvitations,
    revokeAnnotatorInvitation,
    listJudgements,
    exportHumanEvaluation,
    fetchResults,
    fetchResultsSeries,
    watchHumanEvaluation,
    planSampleSize,
    listProviders,
    createProvider,
    fetchProvider,
    updateProvider,
    deleteProvider,
    testProvider,
    importOutputs,
  };
}
