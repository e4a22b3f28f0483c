import { randomUUID } from 'node:crypto';
import type { CallInput, CallOptions } from '../../src/client/client.ts';
import type { OperationId } from '../../src/contract/api.ts';
import { unique } from '../support/builders.ts';
import { makeLink } from '../support/guests.ts';
import { tokenIn } from '../support/requests.ts';
import type { TestServer } from '../support/running-server.ts';
import { EVALUATION_PREPARATIONS } from './prepared-evaluations.ts';
import { invite, join, newProvider, type Person, type Tenant } from './tenants.ts';

/** The caller and the tenants that a call is prepared for. */
export interface Scene {
  readonly server: TestServer;
  /** Whose objects the call names. */
  readonly tenant: Tenant;
  /** Whose keys, sessions, password and invitations the call names. */
  readonly self: Person;
  /** A third tenant, which invites people to its workspaces. */
  readonly host: Tenant;
}

/** A call of any endpoint. */
export interface AnyCall extends CallOptions {
  readonly parameters?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | readonly string[]>>;
  readonly body?: unknown;
}

type Preparation<Id extends OperationId> = (scene: Scene) => CallInput<Id> | Promise<CallInput<Id>>;

/** A valid call of every endpoint. Objects that a call destroys are made for it. */
const PREPARATIONS: { readonly [Id in OperationId]: Preparation<Id> } = {
  checkHealth: () => ({}),
  checkLiveness: () => ({}),
  checkReadiness: () => ({}),
  readMetrics: () => ({}),
  readOpenApi: () => ({}),
  readDocs: () => ({}),

  checkSetup: () => ({}),
  checkSession: () => ({}),
  setUp: () => ({
    body: {
      token: 'the first owner exists, so no token is valid',
      email: `${randomUUID()}@jurybox.test`,
      username: 'newcomer',
      password: 'an invented passphrase',
    },
  }),
  logIn: ({ self }) => ({ body: { email: self.email, password: self.password } }),
  logOut: () => ({}),
  listSessions: () => ({}),
  endSession: async ({ self }) => {
    const [session] = await self.browser.listSessions();
    return { parameters: { session_id: session?.id ?? randomUUID() } };
  },
  changePassword: ({ self }) => ({
    body: { current_password: self.password, new_password: self.password },
  }),
  exchangeInvitation: async ({ tenant }) => ({
    body: {
      token: await invite(tenant.owner.client, inviteTo(tenant, `${randomUUID()}@jurybox.test`)),
      username: 'newcomer',
      password: 'an invented passphrase',
    },
  }),
  fetchProfile: ({ self }) => ({ query: { user_id: self.userId } }),

  listKeys: () => ({}),
  createKey: ({ tenant }) => ({
    query: { workspace_id: tenant.workspaceId, name: tenant.canary },
  }),
  deleteKey: async ({ tenant, self }) => {
    const key = await self.client.createKey({ query: { workspace_id: tenant.workspaceId } });
    return { parameters: { key_prefix: prefixOf(key) } };
  },
  validateKey: ({ self }) => ({ parameters: { key_prefix: prefixOf(self.key) } }),

  listOrganizations: () => ({}),
  createOrganization: ({ self }) => ({
    body: { name: unique('org'), description: 'ours', type: 'team', owner: self.userId },
  }),
  fetchOwnOrganization: () => ({}),
  fetchOrganization: ({ tenant }) => ({ parameters: { org_id: tenant.organizationId } }),
  updateOrganization: ({ tenant }) => ({
    parameters: { org_id: tenant.organizationId },
    body: { name: unique(tenant.canary), description: tenant.canary },
  }),
  createWorkspace: ({ tenant }) => ({
    parameters: { org_id: tenant.organizationId },
    body: { name: unique(tenant.canary), description: tenant.canary, type: 'team' },
  }),
  updateWorkspace: ({ tenant }) => ({
    ...workspacePath(tenant),
    body: { name: unique(tenant.canary), description: tenant.canary },
  }),
  inviteToWorkspace: ({ tenant }) => inviteTo(tenant, `${randomUUID()}@jurybox.test`),
  resendInvitation: async ({ tenant }) => {
    const email = `${randomUUID()}@jurybox.test`;
    await invite(tenant.owner.client, inviteTo(tenant, email));
    return { ...workspacePath(tenant), body: { email } };
  },
  withdrawInvitation: async ({ tenant }) => {
    const email = `${randomUUID()}@jurybox.test`;
    await invite(tenant.owner.client, inviteTo(tenant, email));
    return { ...workspacePath(tenant), query: { email } };
  },
  acceptInvitation: async ({ self, host }) => {
    const { id } = await host.owner.browser.createWorkspace({
      parameters: { org_id: host.organizationId },
      body: { name: unique('workspace') },
    });
    const place = { organizationId: host.organizationId, workspaceId: id };
    const token = await invite(host.owner.browser, inviteTo(place, self.email));
    return { ...workspacePath(place), body: { token } };
  },

  listRoles: () => ({}),
  listPermissions: () => ({}),
  assignRole: ({ tenant }) => ({
    parameters: { workspace_id: tenant.workspaceId },
    body: {
      email: tenant.fellow.email,
      organization_id: tenant.organizationId,
      role: 'evaluator',
    },
  }),
  replaceRoles: ({ tenant }) => ({
    parameters: { workspace_id: tenant.workspaceId },
    body: {
      email: tenant.fellow.email,
      organization_id: tenant.organizationId,
      roles: ['viewer', 'evaluator'],
    },
  }),
  unassignRole: ({ tenant }) => ({
    parameters: { workspace_id: tenant.workspaceId },
    query: { email: tenant.fellow.email, org_id: tenant.organizationId, role: 'evaluator' },
  }),
  removeMember: async ({ server, tenant }) => {
    const { email } = await join(server, tenant, ['viewer']);
    return {
      parameters: { workspace_id: tenant.workspaceId },
      query: { org_id: tenant.organizationId, email },
    };
  },

  listAuditEntries: ({ tenant }) => ({
    parameters: { workspace_id: tenant.workspaceId },
    query: { limit: 2 },
  }),
  exportAuditEntries: ({ tenant }) => ({
    parameters: { workspace_id: tenant.workspaceId },
    query: { operation: 'createBase' },
  }),
  verifyAuditTrail: ({ tenant }) => ({ parameters: { workspace_id: tenant.workspaceId } }),
  fetchRetention: ({ tenant }) => ({ parameters: { workspace_id: tenant.workspaceId } }),
  updateRetention: ({ tenant }) => ({
    parameters: { workspace_id: tenant.workspaceId },
    body: { audit_days: 3650, evaluation_days: null },
  }),
  deletePerson: async ({ server, tenant }) => {
    const { userId } = await join(server, tenant, ['viewer']);
    return { parameters: { workspace_id: tenant.workspaceId, person_id: userId } };
  },

  createPasswordReset: async ({ server, tenant }) => {
    const { email } = await join(server, tenant, ['viewer']);
    return {
      parameters: { workspace_id: tenant.workspaceId },
      body: { organization_id: tenant.organizationId, email },
    };
  },
  resetPassword: async ({ server, tenant }) => {
    const { email } = await join(server, tenant, ['viewer']);
    const { reset_url } = await tenant.owner.browser.createPasswordReset({
      parameters: { workspace_id: tenant.workspaceId },
      body: { organization_id: tenant.organizationId, email },
    });
    return { body: { token: tokenIn(reset_url), new_password: 'an invented passphrase' } };
  },
  listDestinations: ({ tenant }) => ({ query: { workspace_id: tenant.workspaceId } }),
  listProviders: ({ tenant }) => ({ query: { workspace_id: tenant.workspaceId } }),
  createProvider: ({ tenant }) => ({
    body: {
      workspace_id: tenant.workspaceId,
      ...newProvider(tenant.canary),
      api_key: tenant.canary,
      headers: { [tenant.canary]: tenant.canary },
      max_concurrent: 1,
      requests_per_minute: 1,
    },
  }),
  fetchProvider: ({ tenant }) => ({ parameters: { provider_id: tenant.providerId } }),
  updateProvider: ({ tenant }) => ({
    parameters: { provider_id: tenant.providerId },
    body: { ...newProvider(tenant.canary), api_key: tenant.canary, headers: {} },
  }),
  deleteProvider: async ({ tenant }) => {
    const { workspaceId: workspace_id, canary } = tenant;
    const body = { workspace_id, ...newProvider(canary) };
    const { id } = await tenant.owner.client.createProvider({ body });
    return { parameters: { provider_id: id } };
  },
  testProvider: ({ tenant }) => ({
    parameters: { provider_id: tenant.providerId },
    body: { model: tenant.canary },
  }),
  tryVariants: ({ tenant }) => ({
    parameters: { app_id: tenant.appId },
    body: {
      sources: [{ variant_id: tenant.variantId, kind: 'provider', provider_id: tenant.providerId }],
      row: { question: tenant.canary },
    },
  }),

  createApp: ({ tenant }) => ({
    body: {
      app_name: unique(tenant.canary),
      organization_id: tenant.organizationId,
      workspace_id: tenant.workspaceId,
    },
  }),
  listApps: ({ tenant }) => ({
    query: { org_id: tenant.organizationId, workspace_id: tenant.workspaceId },
  }),
  fetchVariantByEnvironment: ({ tenant }) => ({
    query: { app_id: tenant.appId, environment: 'production' },
  }),
  fetchApp: ({ tenant }) => ({ parameters: { app_id: tenant.appId } }),
  renameApp: ({ tenant }) => ({
    parameters: { app_id: tenant.appId },
    body: { app_name: unique(tenant.canary) },
  }),
  deleteApp: async ({ tenant }) => {
    const app_name = unique(tenant.canary);
    const { app_id } = await tenant.owner.client.createApp({ body: { app_name } });
    return { parameters: { app_id } };
  },
  listAppVariants: ({ tenant }) => ({ parameters: { app_id: tenant.appId } }),
  listEnvironments: ({ tenant }) => ({ parameters: { app_id: tenant.appId } }),
  listEnvironmentRevisions: ({ tenant }) => ({
    parameters: { app_id: tenant.appId, environment_name: 'production' },
  }),

  listBases: ({ tenant }) => ({ query: { app_id: tenant.appId } }),
  fetchContainerUrl: ({ tenant }) => ({ query: { base_id: tenant.baseId } }),
  createBase: ({ tenant }) => ({
    body: {
      app_id: tenant.appId,
      base_name: unique(tenant.canary),
      uri: 'https://runs.example/',
      config_name: 'first',
      parameters: { a: [1] },
      commit_message: tenant.canary,
    },
  }),
  fetchBase: ({ tenant }) => ({ parameters: { base_id: tenant.baseId } }),
  updateBase: ({ tenant }) => ({
    parameters: { base_id: tenant.baseId },
    body: { base_name: unique(tenant.canary), uri: 'https://runs.example/' },
  }),
  deleteBase: async ({ tenant }) => {
    const { client } = tenant.owner;
    const { base_id, variant } = await client.createBase({
      body: { app_id: tenant.appId, base_name: unique(tenant.canary) },
    });
    await client.deleteVariant({ parameters: { variant_id: variant.variant_id } });
    return { parameters: { base_id } };
  },

  addVariantFromBase: ({ tenant }) => newVariant(tenant),
  fetchVariant: ({ tenant }) => ({ parameters: { variant_id: tenant.variantId } }),
  updateVariantParameters: ({ tenant }) => ({
    parameters: { variant_id: tenant.variantId },
    body: { parameters: { [tenant.canary]: randomUUID() }, commit_message: tenant.canary },
  }),
  renameVariant: ({ tenant }) => ({
    parameters: { variant_id: tenant.variantId },
    body: { variant_name: unique(tenant.canary), config_name: unique(tenant.canary) },
  }),
  deleteVariant: async ({ tenant }) => {
    const { variant_id } = await tenant.owner.client.addVariantFromBase(newVariant(tenant));
    return { parameters: { variant_id } };
  },
  listVariantRevisions: ({ tenant }) => ({ parameters: { variant_id: tenant.variantId } }),
  fetchVariantRevision: ({ tenant }) => ({
    parameters: { variant_id: tenant.variantId, revision_number: 1 },
  }),
  restoreVariantRevision: async ({ tenant }) => {
    const { headers } = await tenant.owner.client.reply.fetchVariant({
      parameters: { variant_id: tenant.variantId },
    });
    return {
      parameters: { variant_id: tenant.variantId, revision_number: 1 },
      body: { commit_message: tenant.canary },
      ifMatch: headers.get('etag') ?? '',
    };
  },
  diffVariantRevisions: ({ tenant }) => ({
    parameters: { variant_id: tenant.variantId },
    query: { from: 1, to: 1 },
  }),

  fetchConfig: ({ tenant }) => ({
    query: { base_id: tenant.baseId, environment_name: 'production' },
  }),
  saveConfig: ({ tenant }) => ({
    body: {
      base_id: tenant.baseId,
      config_name: `c${randomUUID()}`,
      parameters: { [tenant.canary]: tenant.canary },
      overwrite: false,
      commit_message: tenant.canary,
    },
  }),
  fetchDeployedConfig: ({ tenant }) => ({
    parameters: { deployment_revision_id: tenant.deploymentId },
  }),
  revertDeployment: ({ tenant }) => ({
    parameters: { deployment_revision_id: tenant.deploymentId },
  }),
  deployVariant: ({ tenant }) => ({
    body: {
      environment_name: 'production',
      variant_id: tenant.variantId,
      revision: 1,
      commit_message: tenant.canary,
    },
  }),

  createTestset: ({ tenant }) => ({
    parameters: { app_id: tenant.appId },
    body: newRows(tenant),
  }),
  uploadTestset: ({ tenant }) => ({
    body: { file: new File([UPLOADED_TEXT], `${unique(tenant.canary)}.csv`), app_id: tenant.appId },
  }),
  createQuickEvaluation: ({ tenant }) => ({
    body: {
      file: new File(['question,a,b\nWhy?,One.,Two.\n'], `${unique(tenant.canary)}.csv`),
      workspace_id: tenant.workspaceId,
    },
  }),
  createSampleApp: ({ tenant }) => ({ body: { workspace_id: tenant.workspaceId } }),
  planSampleSize: () => ({ body: { difference: 0.1, cases: 50 } }),
  // Refused by the outbound guard, so that no test depends on another host.
  importTestset: ({ tenant }) => ({
    body: {
      endpoint: 'https://127.0.0.1/rows',
      testset_name: unique(tenant.canary),
      app_id: tenant.appId,
    },
  }),
  listTestsets: ({ tenant }) => ({ query: { app_id: tenant.appId } }),
  fetchTestset: ({ tenant }) => ({ parameters: { testset_id: tenant.testsetId } }),
  updateTestset: ({ tenant }) => ({
    parameters: { testset_id: tenant.testsetId },
    body: newRows(tenant),
  }),
  listTestsetRevisions: ({ tenant }) => ({ parameters: { testset_id: tenant.testsetId } }),
  fetchTestsetRevision: ({ tenant }) => ({
    parameters: { testset_id: tenant.testsetId, revision_number: 1 },
  }),
  exportTestset: ({ tenant }) => ({ parameters: { testset_id: tenant.testsetId } }),
  deleteTestsets: async ({ tenant }) => {
    const { id } = await tenant.owner.client.createTestset({
      parameters: { app_id: tenant.appId },
      body: newRows(tenant),
    });
    return { body: { testset_ids: [id] } };
  },

  ...EVALUATION_PREPARATIONS,
  listEvaluationsByResource: ({ tenant }) => ({
    query: { resource_type: 'testset', resource_ids: [tenant.testsetId] },
  }),
  fetchEvaluationSettings: ({ tenant }) => ({
    parameters: { evaluation_id: tenant.evaluationId },
  }),
  updateEvaluationSettings: ({ tenant }) => ({
    parameters: { evaluation_id: tenant.evaluationId },
    body: {
      judgements_per_task: 2,
      guidelines: unique(tenant.canary),
      annotator_ids: [tenant.fellow.userId],
    },
    ifMatch: '*',
  }),
  fetchCriteria: ({ tenant }) => ({ parameters: { evaluation_id: tenant.evaluationId } }),
  replaceCriteria: ({ tenant }) => ({
    parameters: { evaluation_id: tenant.evaluationId },
    body: [{ name: unique(tenant.canary), question: tenant.canary, scale: { kind: 'binary' } }],
  }),
  listGuidelines: ({ tenant }) => ({ parameters: { evaluation_id: tenant.evaluationId } }),

  createAnnotatorInvitation: ({ tenant }) => ({
    parameters: { evaluation_id: tenant.evaluationId },
    body: { expires_in_days: 1, max_uses: 1 },
  }),
  listAnnotatorInvitations: ({ tenant }) => ({
    parameters: { evaluation_id: tenant.evaluationId },
  }),
  revokeAnnotatorInvitation: async ({ tenant }) => {
    const { id, evaluationId } = await makeLink(tenant.owner.client, tenant);
    return { parameters: { evaluation_id: evaluationId, invitation_id: id } };
  },
  listJudgements: ({ tenant }) => ({
    parameters: { evaluation_id: tenant.evaluationId },
    query: { limit: 2 },
  }),
  exportHumanEvaluation: ({ tenant }) => ({
    parameters: { evaluation_id: tenant.evaluationId },
    query: { content: 'scenarios', format: 'jsonl' },
  }),
  fetchResults: ({ tenant }) => ({
    parameters: { evaluation_id: tenant.evaluationId },
    query: { statistics: false },
  }),
  fetchResultsSeries: ({ tenant }) => ({ parameters: { evaluation_id: tenant.evaluationId } }),
  watchHumanEvaluation: ({ tenant }) => ({ parameters: { evaluation_id: tenant.evaluationId } }),
};

/** The content of the file in a prepared upload. */
export const UPLOADED_TEXT = 'question,correct_answer\nwhy?,because\n';

export const PREPARED_OPERATIONS: readonly string[] = Object.keys(PREPARATIONS);

export async function prepareCall(operationId: OperationId, scene: Scene): Promise<AnyCall> {
  return (await PREPARATIONS[operationId](scene)) as AnyCall; // Every typed call is an AnyCall.
}

export function prefixOf(key: string): string {
  return key.slice(0, 8);
}

interface Place {
  readonly organizationId: string;
  readonly workspaceId: string;
}

function workspacePath({ organizationId, workspaceId }: Place) {
  return { parameters: { org_id: organizationId, workspace_id: workspaceId } };
}

function inviteTo(place: Place, email: string): CallInput<'inviteToWorkspace'> {
  return { ...workspacePath(place), body: [{ email, roles: ['viewer'] }] };
}

function newVariant(tenant: Tenant): CallInput<'addVariantFromBase'> {
  return {
    body: {
      base_id: tenant.baseId,
      new_variant_name: unique(tenant.canary),
      new_config_name: unique(tenant.canary),
      parameters: { [tenant.canary]: tenant.canary },
      commit_message: tenant.canary,
    },
  };
}

function newRows({ canary }: Tenant) {
  return { name: unique(canary), csvdata: [{ [canary]: randomUUID() }], commit_message: canary };
}
