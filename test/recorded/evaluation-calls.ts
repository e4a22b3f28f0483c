import type { Client } from '../../src/client/client.ts';
import { callGeneration, callImport, callInterruptions } from './output-calls.ts';
import type { MadeVariants } from './variant-calls.ts';

interface EvaluationScene extends MadeVariants {
  readonly testsetId: string;
  readonly providerId: string;
}

/** An A/B evaluation with outputs, ready to be judged. */
export async function callEvaluations(owner: Client, scene: EvaluationScene): Promise<string> {
  const evaluation_id = await createEvaluation(owner, scene);
  const parameters = { evaluation_id };
  await owner.listHumanEvaluations({ query: { app_id: scene.appId } });
  await owner.fetchHumanEvaluation({ parameters });
  await owner.listEvaluationOverviews({ query: { app_id: scene.appId, limit: 2 } });
  await owner.fetchEvaluationOverview({ parameters });
  await owner.listEvaluationsByResource({
    query: { resource_type: 'testset', resource_ids: [scene.testsetId] },
  });
  await callSettings(owner, evaluation_id);
  await callGeneration(owner, { ...scene, evaluation_id });
  const interrupted = await createEvaluation(owner, scene);
  await callInterruptions(owner, { ...scene, evaluation_id: interrupted });
  const imported = await createEvaluation(owner, scene);
  await callImport(owner, { ...scene, evaluation_id: imported });
  await callQuickEvaluation(owner);
  await owner.updateHumanEvaluation({
    parameters: { evaluation_id: imported },
    body: { status: 'EVALUATION_FINISHED' },
  });
  await owner.deleteHumanEvaluations({ body: { evaluations_ids: [imported, interrupted] } });
  await callScenarios(owner, scene, evaluation_id);
  await owner.listDestinations({});
  await owner.fetchHome({});
  await callIssues(owner, evaluation_id);
  await owner.listScenarioTallies({ parameters: { evaluation_id }, query: { limit: 2 } });
  return evaluation_id;
}

async function createEvaluation(owner: Client, scene: EvaluationScene): Promise<string> {
  const { id } = await owner.createHumanEvaluation({
    body: {
      app_id: scene.appId,
      variant_ids: [...scene.variantIds],
      evaluation_type: 'human_a_b_testing',
      inputs: ['question'],
      testset_id: scene.testsetId,
      status: 'EVALUATION_INITIALIZED',
      settings: { judgements_per_task: 2, guidelines: 'Prefer answers that are right.' },
    },
  });
  return id;
}

async function callQuickEvaluation(owner: Client): Promise<void> {
  const rows = ['question,reference,current,shorter', 'Why?,It rained.,Because it rained.,Rain.'];
  await owner.createQuickEvaluation({
    body: { file: new File([rows.join('\n')], 'answers.csv'), judgements_per_task: 2 },
  });
  await owner.createSampleApp();
}

async function callSettings(owner: Client, evaluation_id: string): Promise<void> {
  const parameters = { evaluation_id };
  const { headers } = await owner.reply.fetchEvaluationSettings({ parameters });
  await owner.updateEvaluationSettings({
    parameters,
    body: { guidelines: 'Prefer answers that are right, then short ones.' },
    ifMatch: headers.get('etag') ?? '',
  });
  await owner.replaceCriteria({
    parameters,
    body: [
      {
        name: 'Tone',
        question: 'Is the answer friendly?',
        scale: { kind: 'likert', labels: ['no', 'partly', 'yes'] },
        required: false,
      },
    ],
  });
  await owner.fetchCriteria({ parameters });
  await owner.listGuidelines({ parameters });
}

/** The note on the first scenario is an issue. */
async function callIssues(owner: Client, evaluation_id: string): Promise<void> {
  const parameters = { evaluation_id };
  const { issues } = await owner.listEvaluationIssues({ parameters, query: { kind: 'note' } });
  await owner.decideIssue({
    parameters: { evaluation_id, issue_id: issues[0]?.id ?? '' },
    body: { state: 'resolved' },
  });
}

/** The original's way to judge: votes and scores directly on scenarios. */
async function callScenarios(
  owner: Client,
  { appId, variantIds, testsetId }: EvaluationScene,
  evaluation_id: string,
): Promise<void> {
  const scenarios = await owner.listEvaluationScenarios({
    parameters: { evaluation_id },
    query: { limit: 2 },
  });
  await owner.updateEvaluationScenario({
    parameters: {
      evaluation_id,
      scenario_id: scenarios[0]?.id ?? '',
      evaluation_type: 'human_a_b_testing',
    },
    body: { vote: variantIds[1], note: 'Says where to look.' },
  });
  const { id } = await owner.createHumanEvaluation({
    body: {
      app_id: appId,
      variant_ids: [variantIds[0]],
      evaluation_type: 'single_model_test',
      inputs: ['question'],
      testset_id: testsetId,
      status: 'EVALUATION_INITIALIZED',
    },
  });
  const [scored] = await owner.listEvaluationScenarios({ parameters: { evaluation_id: id } });
  const parameters = { scenario_id: scored?.id ?? '' };
  await owner.updateScenarioScore({ parameters, body: { score: 80 } });
  await owner.fetchScenarioScore({ parameters });
}
