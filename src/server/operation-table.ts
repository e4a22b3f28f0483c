import type { OperationId } from '../contract/api.ts';
import type {
  Admission,
  JsonOperation,
  Operation,
  StreamingOperation,
} from '../operations/context.ts';
import { closeHumanEvaluation } from '../operations/evaluations/close-human-evaluation.ts';
import { createAnnotatorInvitation } from '../operations/evaluations/create-annotator-invitation.ts';
import { createHumanEvaluation } from '../operations/evaluations/create-human-evaluation.ts';
import { deleteHumanEvaluations } from '../operations/evaluations/delete-human-evaluations.ts';
import { excludeAnnotator } from '../operations/evaluations/exclude-annotator.ts';
import { extendHumanEvaluation } from '../operations/evaluations/extend-human-evaluation.ts';
import { fetchCriteria } from '../operations/evaluations/fetch-criteria.ts';
import { fetchEvaluationOverview } from '../operations/evaluations/fetch-evaluation-overview.ts';
import { fetchEvaluationSettings } from '../operations/evaluations/fetch-evaluation-settings.ts';
import { fetchHumanEvaluation } from '../operations/evaluations/fetch-human-evaluation.ts';
import { includeAnnotator } from '../operations/evaluations/include-annotator.ts';
import { listAnnotatorInvitations } from '../operations/evaluations/list-annotator-invitations.ts';
import { listDestinations } from '../operations/evaluations/list-destinations.ts';
import { listEvaluationOverviews } from '../operations/evaluations/list-evaluation-overviews.ts';
import { listEvaluationsByResource } from '../operations/evaluations/list-evaluations-by-resource.ts';
import { listExclusions } from '../operations/evaluations/list-exclusions.ts';
import { listGuidelines } from '../operations/evaluations/list-guidelines.ts';
import { listHumanEvaluations } from '../operations/evaluations/list-human-evaluations.ts';
import { listSettingChanges } from '../operations/evaluations/list-setting-changes.ts';
import { reopenHumanEvaluation } from '../operations/evaluations/reopen-human-evaluation.ts';
import { replaceCriteria } from '../operations/evaluations/replace-criteria.ts';
import { revokeAnnotatorInvitation } from '../operations/evaluations/revoke-annotator-invitation.ts';
import { updateEvaluationSettings } from '../operations/evaluations/update-evaluation-settings.ts';
import { updateHumanEvaluation } from '../operations/evaluations/update-human-evaluation.ts';
import { acceptInvitation } from '../operations/identity/accept-invitation.ts';
import { assignRole } from '../operations/identity/assign-role.ts';
import { changePassword } from '../operations/identity/change-password.ts';
import { checkSession } from '../operations/identity/check-session.ts';
import { checkSetup } from '../operations/identity/check-setup.ts';
import { createKey } from '../operations/identity/create-key.ts';
import { createOrganization } from '../operations/identity/create-organization.ts';
import { createPasswordReset } from '../operations/identity/create-password-reset.ts';
import { createWorkspace } from '../operations/identity/create-workspace.ts';
import { deleteKey } from '../operations/identity/delete-key.ts';
import { deletePerson } from '../operations/identity/delete-person.ts';
import { endSession } from '../operations/identity/end-session.ts';
import { exportAuditEntries } from '../operations/identity/export-audit-entries.ts';
import { fetchOrganization } from '../operations/identity/fetch-organization.ts';
import { fetchOwnOrganization } from '../operations/identity/fetch-own-organization.ts';
import { fetchProfile } from '../operations/identity/fetch-profile.ts';
import { fetchRetention } from '../operations/identity/fetch-retention.ts';
import { inviteToWorkspace } from '../operations/identity/invite-to-workspace.ts';
import { listAuditEntries } from '../operations/identity/list-audit-entries.ts';
import { listKeys } from '../operations/identity/list-keys.ts';
import { listOrganizations } from '../operations/identity/list-organizations.ts';
import { listPermissions } from '../operations/identity/list-permissions.ts';
import { listRoles } from '../operations/identity/list-roles.ts';
import { listSessions } from '../operations/identity/list-sessions.ts';
import { logIn } from '../operations/identity/log-in.ts';
import { logOut } from '../operations/identity/log-out.ts';
import { removeMember } from '../operations/identity/remove-member.ts';
import { replaceRoles } from '../operations/identity/replace-roles.ts';
import { resendInvitation } from '../operations/identity/resend-invitation.ts';
import { resetPassword } from '../operations/identity/reset-password.ts';
import { setUp } from '../operations/identity/set-up.ts';
import { unassignRole } from '../operations/identity/unassign-role.ts';
import { updateOrganization } from '../operations/identity/update-organization.ts';
import { updateRetention } from '../operations/identity/update-retention.ts';
import { updateWorkspace } from '../operations/identity/update-workspace.ts';
import { validateKey } from '../operations/identity/validate-key.ts';
import { verifyAuditTrail } from '../operations/identity/verify-audit-trail.ts';
import { withdrawInvitation } from '../operations/identity/withdraw-invitation.ts';
import { createSampleApp } from '../operations/judging/create-sample-app.ts';
import { exchangeInvitation } from '../operations/judging/exchange-invitation.ts';
import { exportHumanEvaluation } from '../operations/judging/export-human-evaluation.ts';
import { fetchAssignment } from '../operations/judging/fetch-assignment.ts';
import { fetchBrief } from '../operations/judging/fetch-brief.ts';
import { fetchHome } from '../operations/judging/fetch-home.ts';
import { fetchScenarioScore } from '../operations/judging/fetch-scenario-score.ts';
import { flagAssignment } from '../operations/judging/flag-assignment.ts';
import { listAssignments } from '../operations/judging/list-assignments.ts';
import { listJudgements } from '../operations/judging/list-judgements.ts';
import { listScenarioTallies } from '../operations/judging/list-scenario-tallies.ts';
import { skipAssignment } from '../operations/judging/skip-assignment.ts';
import { submitJudgement } from '../operations/judging/submit-judgement.ts';
import { takeAssignments } from '../operations/judging/take-assignments.ts';
import { unflagAssignment } from '../operations/judging/unflag-assignment.ts';
import { updateEvaluationScenario } from '../operations/judging/update-evaluation-scenario.ts';
import { updateScenarioScore } from '../operations/judging/update-scenario-score.ts';
import { withdrawJudgement } from '../operations/judging/withdraw-judgement.ts';
import { cancelGeneration } from '../operations/outputs/cancel-generation.ts';
import { createProvider } from '../operations/outputs/create-provider.ts';
import { createQuickEvaluation } from '../operations/outputs/create-quick-evaluation.ts';
import { deleteProvider } from '../operations/outputs/delete-provider.ts';
import { fetchGeneration } from '../operations/outputs/fetch-generation.ts';
import { fetchProvider } from '../operations/outputs/fetch-provider.ts';
import { admitToImportOutputs, importOutputs } from '../operations/outputs/import-outputs.ts';
import { listGenerationCells } from '../operations/outputs/list-generation-cells.ts';
import { listProviders } from '../operations/outputs/list-providers.ts';
import { pauseGeneration } from '../operations/outputs/pause-generation.ts';
import { resumeGeneration } from '../operations/outputs/resume-generation.ts';
import { retryGeneration } from '../operations/outputs/retry-generation.ts';
import { startGeneration } from '../operations/outputs/start-generation.ts';
import { testProvider } from '../operations/outputs/test-provider.ts';
import { tryVariants } from '../operations/outputs/try-variants.ts';
import { updateProvider } from '../operations/outputs/update-provider.ts';
import { decideIssue } from '../operations/results/decide-issue.ts';
import { fetchResults } from '../operations/results/fetch-results.ts';
import { fetchResultsSeries } from '../operations/results/fetch-results-series.ts';
import { listEvaluationIssues } from '../operations/results/list-evaluation-issues.ts';
import { listEvaluationScenarios } from '../operations/results/list-evaluation-scenarios.ts';
import { planSampleSize } from '../operations/results/plan-sample-size.ts';
import { watchHumanEvaluation } from '../operations/results/watch-human-evaluation.ts';
import { createTestset } from '../operations/testsets/create-testset.ts';
import { deleteTestsets } from '../operations/testsets/delete-testsets.ts';
import { exportTestset } from '../operations/testsets/export-testset.ts';
import { fetchTestset } from '../operations/testsets/fetch-testset.ts';
import { fetchTestsetRevision } from '../operations/testsets/fetch-testset-revision.ts';
import { importTestset } from '../operations/testsets/import-testset.ts';
import { listTestsetRevisions } from '../operations/testsets/list-testset-revisions.ts';
import { listTestsets } from '../operations/testsets/list-testsets.ts';
import {
  admitToCreateTestset,
  admitToUpdateTestset,
} from '../operations/testsets/parts/admit-upload.ts';
import { updateTestset } from '../operations/testsets/update-testset.ts';
import { uploadTestset } from '../operations/testsets/upload-testset.ts';
import { addVariantFromBase } from '../operations/variants/add-variant-from-base.ts';
import { createApp } from '../operations/variants/create-app.ts';
import { createBase } from '../operations/variants/create-base.ts';
import { deleteApp } from '../operations/variants/delete-app.ts';
import { deleteBase } from '../operations/variants/delete-base.ts';
import { deleteVariant } from '../operations/variants/delete-variant.ts';
import { deployVariant } from '../operations/variants/deploy-variant.ts';
import { diffVariantRevisions } from '../operations/variants/diff-variant-revisions.ts';
import { fetchApp } from '../operations/variants/fetch-app.ts';
import { fetchBase } from '../operations/variants/fetch-base.ts';
import { fetchConfig } from '../operations/variants/fetch-config.ts';
import { fetchContainerUrl } from '../operations/variants/fetch-container-url.ts';
import { fetchDeployedConfig } from '../operations/variants/fetch-deployed-config.ts';
import { fetchVariant } from '../operations/variants/fetch-variant.ts';
import { fetchVariantByEnvironment } from '../operations/variants/fetch-variant-by-environment.ts';
import { fetchVariantRevision } from '../operations/variants/fetch-variant-revision.ts';
import { listAppVariants } from '../operations/variants/list-app-variants.ts';
import { listApps } from '../operations/variants/list-apps.ts';
import { listBases } from '../operations/variants/list-bases.ts';
import { listEnvironmentRevisions } from '../operations/variants/list-environment-revisions.ts';
import { listEnvironments } from '../operations/variants/list-environments.ts';
import { listVariantRevisions } from '../operations/variants/list-variant-revisions.ts';
import { renameApp } from '../operations/variants/rename-app.ts';
import { renameVariant } from '../operations/variants/rename-variant.ts';
import { restoreVariantRevision } from '../operations/variants/restore-variant-revision.ts';
import { revertDeployment } from '../operations/variants/revert-deployment.ts';
import { saveConfig } from '../operations/variants/save-config.ts';
import { updateBase } from '../operations/variants/update-base.ts';
import { updateVariantParameters } from '../operations/variants/update-variant-parameters.ts';
import type { DocumentOperation } from './served-document.ts';
import type { ServiceOperations } from './service-operations.ts';

/** One operation for each endpoint: a missing or mistyped one does not compile. */
export type OperationTable = {
  readonly [Id in OperationId]:
    | Operation<Id>
    | JsonOperation<Id>
    | StreamingOperation<Id>
    | DocumentOperation;
};

/** Checks of path and query that run before a large body is read. */
export const ADMISSIONS: { readonly [Id in OperationId]?: Admission<Id> } = {
  createTestset: admitToCreateTestset,
  updateTestset: admitToUpdateTestset,
  importOutputs: admitToImportOutputs,
};

export function operationTable(service: ServiceOperations): OperationTable {
  return {
    ...service,
    checkSetup,
    checkSession,
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
    createPasswordReset,
    createWorkspace,
    updateWorkspace,
    inviteToWorkspace,
    resendInvitation,
    resetPassword,
    acceptInvitation,
    listRoles,
    listPermissions,
    assignRole,
    unassignRole,
    removeMember,
    listAuditEntries,
    exportAuditEntries,
    verifyAuditTrail,
    fetchRetention,
    updateRetention,
    deletePerson,
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
    createQuickEvaluation,
    createSampleApp,
    listHumanEvaluations,
    listEvaluationsByResource,
    replaceRoles,
    withdrawInvitation,
    listDestinations,
    fetchHome,
    listEvaluationIssues,
    decideIssue,
    listScenarioTallies,
    listEvaluationOverviews,
    fetchEvaluationOverview,
    fetchHumanEvaluation,
    updateHumanEvaluation,
    closeHumanEvaluation,
    reopenHumanEvaluation,
    deleteHumanEvaluations,
    fetchEvaluationSettings,
    updateEvaluationSettings,
    listSettingChanges,
    extendHumanEvaluation,
    listExclusions,
    excludeAnnotator,
    includeAnnotator,
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
    tryVariants,
    importOutputs,
  };
}
