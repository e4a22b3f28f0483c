import { type Client, createClient } from '../../src/client/client.ts';
import type { Sources } from '../../src/server/start.ts';
import { plainFetch } from '../support/plain-fetch.ts';
import type { TwinEvaluation } from './twin-worlds.ts';

/** A reply, with everything in it that reaches the caller. */
export interface RecordedReply {
  readonly request: string;
  readonly text: string;
}

/** A clock and ids that are the same in every world. */
export function repeatableSources(startsAt: number): Sources {
  // One counter each: upkeep reads the clock at any time, which must not change the next ids.
  const [nextTime, nextId, nextRequest, nextToken] = [counter(), counter(), counter(), counter()];
  return {
    clock: () => startsAt + Number.parseInt(nextTime(), 16),
    newId: () => `01900000-0000-7000-8000-${nextId()}`,
    newRequestId: () => `request-${nextRequest()}`,
    newToken: () => nextToken().padStart(43, 't'),
  };
}

function counter(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return count.toString(16).padStart(12, '0');
  };
}

/** A client that records status, headers and body of every reply. */
export function recordingClient(
  baseUrl: string,
  credential: { apiKey?: string; headers?: Record<string, string> },
  records: RecordedReply[],
): Client {
  const recordingFetch: typeof fetch = async (input, init) => {
    const response = await plainFetch(input, init);
    const headers = [...response.headers].filter(([name]) => name !== 'date');
    const isStream = response.body !== null;
    const body = withoutLease(await (isStream ? response.clone() : response).text());
    const url = input instanceof Request ? input.url : input.toString();
    const sent = typeof init?.body === 'string' ? init.body : '';
    const request = `${init?.method} ${url.replace(baseUrl, '')} ${sent}`;
    records.push({ request, text: `${response.status}\n${JSON.stringify(headers)}\n${body}` });
    return response;
  };
  return createClient({ baseUrl, ...credential, fetch: recordingFetch });
}

/** Leases follow the clock of the database, which runs on between the worlds. */
function withoutLease(body: string): string {
  return body.replaceAll(/"lease_expires_at":"[^"]*"/g, '"lease_expires_at":"…"');
}

/** Does everything that both members and guests can do in an evaluation they judge. */
export async function judgeEverything(client: Client, evaluation: TwinEvaluation): Promise<void> {
  const { evaluation_id } = evaluation;
  const parameters = { evaluation_id };
  const isComparison = evaluation.evaluation_type === 'human_a_b_testing';
  await client.reply.fetchBrief({ parameters });
  const { assignments } = await client.takeAssignments({ parameters, body: { count: 5 } });
  for (const [index, { id, slots }] of assignments.entries()) {
    const one = { parameters: { assignment_id: id } };
    const [first, second] = slots;
    const foreign = assignments[(index + 1) % assignments.length]?.slots[0]?.slot_id ?? '';
    const verdicts = isComparison
      ? [first?.slot_id, second?.slot_id, 'tie', 'both_bad', foreign, 'nonsense', undefined]
      : [undefined];
    await client.reply.fetchAssignment(one);
    await client.reply.flagAssignment({ ...one, body: { reason: 'odd' } });
    for (const outcome of verdicts) {
      await client.reply.submitJudgement({
        ...one,
        body: {
          ...(outcome === undefined ? {} : { outcome }),
          ...(isComparison ? {} : { score: 10 * index }),
          answers: [{ criterion: 'accuracy', slot_id: first?.slot_id ?? null, value: true }],
          note: `note ${index}`,
          time_taken_ms: 1000,
        },
      });
      await client.reply.fetchAssignment(one);
    }
    if (index === 1) await client.reply.withdrawJudgement(one);
    if (index === 2) await client.reply.skipAssignment({ ...one, body: { reason: 'unclear' } });
    await client.reply.unflagAssignment(one);
  }
  await client.reply.listAssignments({ parameters, query: {} });
  for (const status of ['open', 'judged', 'skipped'] as const) {
    await client.reply.listAssignments({ parameters, query: { status, limit: 1 } });
  }
  await client.reply.takeAssignments({ parameters, body: { count: 5 } });
}

/** Calls every route of the evaluation, allowed or not. */
export async function visitEverything(client: Client, evaluation: TwinEvaluation): Promise<void> {
  const { evaluation_id, app_id, evaluation_type } = evaluation;
  const parameters = { evaluation_id };
  await client.reply.listHumanEvaluations({ query: { app_id } });
  await client.reply.fetchHumanEvaluation({ parameters });
  await client.reply.fetchEvaluationOverview({ parameters });
  await client.reply.listEvaluationOverviews({ query: { app_id } });
  await client.reply.listEvaluationIssues({ parameters });
  await client.reply.listScenarioTallies({ parameters });
  await client.reply.fetchHome({});
  await client.reply.listDestinations({});
  for (const order of ['newest', 'oldest', 'name'] as const) {
    await client.reply.listEvaluationOverviews({ query: { order, limit: 1 } });
  }
  for (const { id, name } of evaluation.variants) {
    await client.reply.listEvaluationOverviews({ query: { variant_id: id } });
    await client.reply.listEvaluationOverviews({ query: { search: name } });
  }
  await client.reply.fetchEvaluationSettings({ parameters });
  await client.reply.fetchCriteria({ parameters });
  await client.reply.listGuidelines({ parameters });
  await client.reply.fetchResults({ parameters });
  await client.reply.fetchResultsSeries({ parameters });
  await client.reply.listJudgements({ parameters, query: { history: true } });
  for (const content of ['judgements', 'scenarios'] as const) {
    await client.reply.exportHumanEvaluation({ parameters, query: { content } });
  }
  await client.reply.watchHumanEvaluation({ parameters });
  await client.reply.fetchGeneration({ parameters });
  await client.reply.listGenerationCells({ parameters });
  await client.reply.startGeneration({ parameters });
  await client.reply.pauseGeneration({ parameters });
  await client.reply.resumeGeneration({ parameters });
  await client.reply.cancelGeneration({ parameters });
  await client.reply.retryGeneration({ parameters });
  await client.reply.listAnnotatorInvitations({ parameters });
  await client.reply.listSettingChanges({ parameters });
  await client.reply.listExclusions({ parameters });
  await client.reply.extendHumanEvaluation({ parameters, body: { judgements_per_task: 9 } });
  const { id: annotator_id } = await client.fetchProfile();
  const own = { evaluation_id, annotator_id };
  await client.reply.excludeAnnotator({ parameters: own, body: { reason: 'curious' } });
  await client.reply.includeAnnotator({ parameters: own });
  await client.reply.closeHumanEvaluation({ parameters });
  await client.reply.updateHumanEvaluation({ parameters, body: { status: 'EVALUATION_FAILED' } });
  await client.reply.updateEvaluationSettings({ parameters, ifMatch: '*', body: { blind: false } });
  await client.reply.deleteHumanEvaluations({ body: { evaluations_ids: [evaluation_id] } });
  await client.reply.listEvaluationScenarios({ parameters, query: { limit: 3 } });
  for (const order of ['position', 'disagreement'] as const) {
    await client.reply.listEvaluationScenarios({ parameters, query: { order } });
  }
  for (const kind of [{ label: 'question 1' }, { pooled: true }]) {
    const query = { slice: 'question', ...kind };
    await client.reply.listEvaluationScenarios({ parameters, query });
  }
  const scenarios = await client.reply.listEvaluationScenarios({ parameters });
  if (scenarios.status !== 200) return;
  for (const scenario of scenarios.body.slice(0, 4)) {
    const one = { parameters: { evaluation_id, scenario_id: scenario.id, evaluation_type } };
    const { outputs, inputs } = scenario;
    const [shown, other] = outputs;
    const byScenario = { parameters: { scenario_id: scenario.id } };
    // Clients of the original send everything they have read back with the vote.
    await client.reply.updateEvaluationScenario({
      ...one,
      body: { outputs, inputs, vote: shown?.variant_id ?? '', note: 'mine' },
    });
    for (const body of [
      { vote: '1' },
      { vote: 'nonsense' },
      { vote: '' },
      { vote: other?.variant_id ?? '' },
      { outputs: outputs.toReversed() },
      { outputs: [{ variant_id: shown?.variant_id ?? '', variant_output: 'another text' }] },
      { inputs: [], correct_answer: 'x', is_pinned: true },
      { scores: outputs.map(({ variant_id }, index) => ({ variant_id, score: 5 + index })) },
      { score: 5 },
    ]) {
      await client.reply.updateEvaluationScenario({ ...one, body });
    }
    await client.reply.fetchScenarioScore(byScenario);
    await client.reply.updateScenarioScore({ ...byScenario, body: { score: 7 } });
  }
  await client.reply.listEvaluationScenarios({ parameters });
  await client.reply.listJudgements({ parameters, query: { history: true } });
  await client.reply.listJudgements({ parameters, query: { limit: 1 } });
  await client.reply.fetchResults({ parameters });
  await client.reply.fetchResultsSeries({ parameters });
}

/**
 * Guesses with the ids of variants, which evaluators can learn elsewhere, before and after a vote by
 * slot on the same scenario.
 */
export async function guessVariants(client: Client, evaluation: TwinEvaluation): Promise<void> {
  const { evaluation_id, evaluation_type, variants } = evaluation;
  const parameters = { evaluation_id };
  const scenarios = await client.listEvaluationScenarios({ parameters });
  for (const scenario of scenarios.slice(6, 9)) {
    const one = { parameters: { evaluation_id, scenario_id: scenario.id, evaluation_type } };
    const guessAll = async () => {
      for (const [index, { id }] of variants.entries()) {
        await client.reply.updateEvaluationScenario({ ...one, body: { vote: id } });
        await client.reply.updateEvaluationScenario({
          ...one,
          body: { scores: [{ variant_id: id, score: index }] },
        });
        for (const { variant_output } of scenario.outputs) {
          await client.reply.updateEvaluationScenario({
            ...one,
            body: { outputs: [{ variant_id: id, variant_output }] },
          });
        }
        await client.reply.listEvaluationScenarios({ parameters, query: { limit: 10 } });
        await client.reply.listAssignments({ parameters, query: {} });
        await client.reply.listJudgements({ parameters, query: { history: true } });
      }
    };
    await guessAll();
    for (const { variant_id } of scenario.outputs) {
      await client.reply.updateEvaluationScenario({ ...one, body: { vote: variant_id } });
      await guessAll();
    }
  }
}

/** Asks which evaluations use the variants and the test set. */
export async function askByResource(client: Client, evaluation: TwinEvaluation): Promise<void> {
  for (const { id } of evaluation.variants) {
    await client.reply.listEvaluationsByResource({
      query: { resource_type: 'variant', resource_ids: [id] },
    });
  }
  await client.reply.listEvaluationsByResource({
    query: { resource_type: 'testset', resource_ids: [evaluation.testset_id] },
  });
}

/** Tries to run or show the same variants in the caller's own evaluation. */
export async function compareElsewhere(client: Client, evaluation: TwinEvaluation): Promise<void> {
  const { app_id, testset_id, evaluation_type, variants } = evaluation;
  const created = await client.reply.createHumanEvaluation({
    body: {
      app_id,
      testset_id,
      evaluation_type,
      variant_ids: variants.map(({ id }) => id),
      inputs: ['question'],
      status: 'EVALUATION_INITIALIZED',
    },
  });
  if (created.status !== 200) return;
  const parameters = { evaluation_id: created.body.id };
  await client.reply.startGeneration({ parameters, body: { reuse: true } });
  await client.reply.listEvaluationScenarios({ parameters });
  await client.reply.listGenerationCells({ parameters });
}
