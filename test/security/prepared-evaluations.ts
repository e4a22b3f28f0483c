import { randomUUID } from 'node:crypto';
import type { CallInput } from '../../src/client/client.ts';
import type { OperationId } from '../../src/contract/api.ts';
import { enter, makeLink } from '../support/guests.ts';
import { until } from '../support/until.ts';
import type { Scene } from './prepared-calls.ts';
import type { RunToEnd, Tenant } from './tenants.ts';

type Preparation<Id extends OperationId> = (scene: Scene) => CallInput<Id> | Promise<CallInput<Id>>;

/** Valid calls of evaluations, scenarios and assignments, with new objects for calls that destroy. */
export const EVALUATION_PREPARATIONS = {
  createHumanEvaluation: ({ tenant }) => newEvaluation(tenant),
  listHumanEvaluations: ({ tenant }) => ({ query: { app_id: tenant.appId } }),
  listEvaluationOverviews: ({ tenant }) => ({
    query: {
      app_id: tenant.appId,
      variant_id: tenant.variantId,
      testset_id: tenant.testsetId,
      search: tenant.canary,
    },
  }),
  fetchEvaluationOverview: ({ tenant }) => theEvaluation(tenant),
  fetchHumanEvaluation: ({ tenant }) => theEvaluation(tenant),
  updateHumanEvaluation: ({ tenant }) => ({
    ...theEvaluation(tenant),
    body: { status: 'EVALUATION_STARTED' },
  }),
  closeHumanEvaluation: async ({ tenant }) => ({
    parameters: { evaluation_id: await makeEvaluation(tenant) },
  }),
  reopenHumanEvaluation: async ({ tenant }) => {
    const call = { parameters: { evaluation_id: await makeEvaluation(tenant) } };
    await tenant.owner.client.closeHumanEvaluation(call);
    return call;
  },
  deleteHumanEvaluations: async ({ tenant }) => ({
    body: { evaluations_ids: [await makeEvaluation(tenant)] },
  }),
  extendHumanEvaluation: async ({ tenant }) => ({
    parameters: { evaluation_id: await makeEvaluation(tenant) },
    body: { judgements_per_task: 3, rows: [{ question: tenant.canary }] },
  }),
  listSettingChanges: ({ tenant }) => theEvaluation(tenant),
  listExclusions: ({ tenant }) => theEvaluation(tenant),
  excludeAnnotator: async (scene) => ({
    parameters: await judgeByTwo(scene),
    body: { reason: scene.tenant.canary },
  }),
  includeAnnotator: async (scene) => {
    const { owner, canary } = scene.tenant;
    const call = { parameters: await judgeByTwo(scene) };
    await owner.client.excludeAnnotator({ ...call, body: { reason: canary } });
    return call;
  },

  listEvaluationScenarios: ({ tenant }) => ({
    ...theEvaluation(tenant),
    query: { order: 'position', limit: 2 },
  }),
  // Sends the stored value, which needs no more than the permission to view.
  updateEvaluationScenario: async ({ tenant }) => ({
    parameters: {
      evaluation_id: tenant.evaluationId,
      scenario_id: await firstScenario(tenant, tenant.evaluationId),
      evaluation_type: 'human_a_b_testing',
    },
    body: { is_pinned: false },
  }),
  fetchScenarioScore: async ({ tenant }) => scoredScenario(tenant),
  updateScenarioScore: async ({ tenant }) => ({
    ...(await scoredScenario(tenant)),
    body: { score: 7 },
  }),

  importOutputs: async ({ tenant }) => ({
    parameters: { evaluation_id: await makeEvaluation(tenant) },
    body: { file: new File([`${tenant.variantId}\n${tenant.canary}\n`], 'outputs.csv') },
  }),

  fetchGeneration: ({ tenant }) => theEvaluation(tenant),
  startGeneration: async ({ tenant }) => ({
    parameters: { evaluation_id: await makeEvaluationToRun(tenant, 'by itself') },
    body: {
      reuse: true,
      sources: [
        { variant_id: tenant.variantId, kind: 'provider', provider_id: tenant.providerId },
        { variant_id: tenant.rivalId, kind: 'import' },
      ],
    },
  }),
  pauseGeneration: ({ tenant }) => startRun(tenant),
  resumeGeneration: async ({ tenant }) => {
    const run = await startRun(tenant);
    await tenant.owner.client.pauseGeneration(run);
    return run;
  },
  cancelGeneration: ({ tenant }) => startRun(tenant),
  retryGeneration: ({ tenant }) => startRun(tenant),
  listGenerationCells: ({ tenant }) => ({
    ...theEvaluation(tenant),
    query: { status: 'failed', variant_id: tenant.variantId, limit: 2 },
  }),

  listEvaluationIssues: ({ tenant }) => theEvaluation(tenant),
  listScenarioTallies: ({ tenant }) => ({ ...theEvaluation(tenant), query: { limit: 2 } }),
  decideIssue: async ({ tenant }) => {
    const scenarioId = await firstScenario(tenant, tenant.evaluationId);
    return {
      parameters: { evaluation_id: tenant.evaluationId, issue_id: `disagreement.${scenarioId}` },
      body: { state: 'resolved' },
    };
  },

  fetchHome: ({ tenant }) => ({ query: { workspace_id: tenant.workspaceId } }),
  fetchBrief: ({ tenant }) => theJudgedEvaluation(tenant),
  takeAssignments: ({ tenant }) => ({ ...theJudgedEvaluation(tenant), body: { count: 1 } }),
  listAssignments: ({ tenant }) => theJudgedEvaluation(tenant),
  fetchAssignment: (scene) => holdTask(scene),
  submitJudgement: async (scene) => ({
    ...(await holdTask(scene)),
    body: { outcome: 'tie', note: randomUUID() },
  }),
  withdrawJudgement: (scene) =>
    holdTask(scene, (task) =>
      scene.self.client.submitJudgement({ ...task, body: { outcome: 'tie' } }),
    ),
  skipAssignment: async (scene) => ({ ...(await holdTask(scene)), body: { reason: 'unclear' } }),
  flagAssignment: async (scene) => ({ ...(await holdTask(scene)), body: { reason: 'broken' } }),
  unflagAssignment: (scene) =>
    holdTask(scene, (task) =>
      scene.self.client.flagAssignment({ ...task, body: { reason: 'broken' } }),
    ),
} satisfies { readonly [Id in OperationId]?: Preparation<Id> };

function theEvaluation({ evaluationId }: Tenant) {
  return { parameters: { evaluation_id: evaluationId } };
}

function theJudgedEvaluation({ judgedId }: Tenant) {
  return { parameters: { evaluation_id: judgedId } };
}

function newEvaluation(tenant: Tenant): CallInput<'createHumanEvaluation'> {
  return {
    body: {
      app_id: tenant.appId,
      variant_ids: [tenant.variantId, tenant.rivalId],
      evaluation_type: 'human_a_b_testing',
      inputs: [],
      testset_id: tenant.testsetId,
      status: 'EVALUATION_INITIALIZED',
    },
  };
}

/** Starts a run that goes on for a while: its address does not exist, and calls are retried. */
async function startRun(tenant: Tenant) {
  const { client } = tenant.owner;
  const parameters = { evaluation_id: await makeEvaluationToRun(tenant, 'when canceled') };
  const uri = `https://${tenant.canary}.invalid`;
  await client.updateBase({ parameters: { base_id: tenant.baseId }, body: { uri } });
  await client.startGeneration({ parameters });
  return { parameters };
}

async function makeEvaluationToRun(tenant: Tenant, ends: RunToEnd['ends']): Promise<string> {
  const evaluation_id = await makeEvaluation(tenant);
  tenant.runs.push({ evaluation_id, ends });
  return evaluation_id;
}

/** Ends all prepared runs, so that they change nothing any more. */
export async function endRuns({ owner: { client }, runs }: Tenant): Promise<void> {
  for (const { evaluation_id, ends } of runs.splice(0)) {
    const parameters = { evaluation_id };
    if (ends === 'when canceled') await client.reply.cancelGeneration({ parameters });
    await until('the run is over', async () => {
      const { status } = await client.fetchGeneration({ parameters });
      return ['none', 'canceled', 'finished'].includes(status);
    });
  }
}

async function makeEvaluation(tenant: Tenant): Promise<string> {
  return (await tenant.owner.client.createHumanEvaluation(newEvaluation(tenant))).id;
}

/** Makes an evaluation that a guest and its owner have judged. */
async function judgeByTwo({ server, tenant }: Scene) {
  const { client } = tenant.owner;
  const evaluationId = await makeEvaluation(tenant);
  const parameters = {
    evaluation_id: evaluationId,
    scenario_id: await firstScenario(tenant, evaluationId),
    evaluation_type: 'human_a_b_testing',
  } as const;
  const outputs = [tenant.variantId, tenant.rivalId].map((variant_id) => ({
    variant_id,
    variant_output: tenant.canary,
  }));
  await client.updateEvaluationScenario({ parameters, body: { outputs } });
  const guest = await enter(server, await makeLink(client, { evaluationId }));
  const { assignments } = await guest.browser.takeAssignments({ parameters });
  await guest.browser.submitJudgement({
    parameters: { assignment_id: assignments[0]?.id ?? '' },
    body: { outcome: 'tie' },
  });
  await client.updateEvaluationScenario({ parameters, body: { vote: '1' } });
  return { evaluation_id: evaluationId, annotator_id: guest.id };
}

/** A scenario of an evaluation in which one variant is scored. */
async function scoredScenario(tenant: Tenant) {
  const { id } = await tenant.owner.client.createHumanEvaluation({
    body: {
      ...newEvaluation(tenant).body,
      variant_ids: [tenant.variantId],
      evaluation_type: 'single_model_test',
    },
  });
  return { parameters: { scenario_id: await firstScenario(tenant, id) } };
}

async function firstScenario({ owner }: Tenant, evaluation_id: string): Promise<string> {
  const scenarios = await owner.client.listEvaluationScenarios({ parameters: { evaluation_id } });
  return scenarios[0]?.id ?? randomUUID();
}

interface HeldTask {
  readonly parameters: { readonly assignment_id: string };
}

/** Makes a task that the caller holds and has applied `act` to. */
async function holdTask(
  scene: Scene,
  act: (task: HeldTask) => Promise<unknown> = async () => undefined,
): Promise<HeldTask> {
  const { tenant, self } = scene;
  return asAnnotator(scene, async () => {
    const { assignments } = await self.client.takeAssignments(theJudgedEvaluation(tenant));
    const [assignment] = assignments;
    if (assignment === undefined) throw new Error('No task is left: the tenant needs more rows.');
    const task = { parameters: { assignment_id: assignment.id } };
    await act(task);
    return task;
  });
}

/** Callers who may not judge hold tasks from when they were evaluators. */
async function asAnnotator<Result>(
  { tenant, self }: Scene,
  act: () => Promise<Result>,
): Promise<Result> {
  const { status } = await self.client.reply.fetchBrief(theJudgedEvaluation(tenant));
  if (status !== 403) return act();
  const { client } = tenant.owner;
  const place = { parameters: { workspace_id: tenant.workspaceId } };
  const organization_id = tenant.organizationId;
  const { email } = self;
  await client.assignRole({ ...place, body: { email, organization_id, role: 'evaluator' } });
  try {
    return await act();
  } finally {
    await client.unassignRole({
      ...place,
      query: { email, org_id: organization_id, role: 'evaluator' },
    });
  }
}
