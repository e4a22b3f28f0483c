import type { CallInput } from '../../src/client/client.ts';
import type { Scene } from './prepared-calls.ts';
import type { Person, Tenant } from './tenants.ts';

/** The output of a test set row is scored: one scenario, which is one task. */
export function newEvaluation({
  appId,
  variantId,
  testsetId,
}: Tenant): CallInput<'createHumanEvaluation'> {
  return {
    body: {
      app_id: appId,
      variant_ids: [variantId],
      evaluation_type: 'single_model_test',
      inputs: [],
      testset_id: testsetId,
      status: 'EVALUATION_INITIALIZED',
      settings: { judgements_per_task: 1, score_min: 0, score_max: 10 },
    },
  };
}

export async function addEvaluation(tenant: Tenant): Promise<string> {
  const { id } = await tenant.owner.client.createHumanEvaluation(newEvaluation(tenant));
  return id;
}

export async function addScenario(
  tenant: Tenant,
): Promise<{ evaluation_id: string; scenario_id: string }> {
  const evaluation_id = await addEvaluation(tenant);
  const [scenario] = await tenant.owner.client.listEvaluationScenarios({
    parameters: { evaluation_id },
  });
  return { evaluation_id, scenario_id: scenario?.id ?? '' };
}

/** An assignment of the caller's own. Who may not judge had it handed out when they still could. */
export async function addAssignment({
  tenant,
  self,
}: Pick<Scene, 'tenant' | 'self'>): Promise<{ assignment_id: string }> {
  const parameters = {
    ...(await addScenario(tenant)),
    evaluation_type: 'single_model_test',
  } as const;
  await tenant.owner.client.updateEvaluationScenario({
    parameters,
    body: { outputs: [{ variant_id: tenant.variantId, variant_output: tenant.canary }] },
  });
  const { assignments } = await asEvaluator(tenant, self, () =>
    self.client.takeAssignments({ parameters }),
  );
  return { assignment_id: assignments[0]?.id ?? '' };
}

async function asEvaluator<Result>(
  { owner, organizationId, workspaceId }: Tenant,
  { email }: Person,
  act: () => Promise<Result>,
): Promise<Result> {
  const parameters = { workspace_id: workspaceId };
  const role = 'evaluator';
  const { workspaces } = await owner.client.fetchOrganization({
    parameters: { org_id: organizationId },
  });
  const workspace = workspaces.find(({ id }) => id === workspaceId);
  const member = workspace?.members.find(({ user }) => user.email === email);
  const mayJudge = member?.roles.some(({ permissions }) => permissions.includes('run_evaluations'));
  if (mayJudge === true) return act();
  const body = { email, organization_id: organizationId, role } as const;
  await owner.client.assignRole({ parameters, body });
  try {
    return await act();
  } finally {
    await owner.client.unassignRole({ parameters, query: { email, org_id: organizationId, role } });
  }
}
