import type { Client } from '../../src/client/client.ts';
import type { ScenarioUpdate } from '../../src/contract/evaluations/scenarios.ts';
import type { MadeEvaluation } from './evaluations.ts';

export interface Vote extends Pick<ScenarioUpdate, 'vote' | 'score' | 'scores'> {
  readonly scenario_id: string | undefined;
}

/** The ids of an evaluation's scenarios, in order. */
export async function scenarioIdsOf(client: Client, evaluation_id: string): Promise<string[]> {
  const scenarios = await client.listEvaluationScenarios({ parameters: { evaluation_id } });
  return scenarios.map(({ id }) => id);
}

/** Votes or scores as clients of the original do. */
export async function sendVote(
  client: Client,
  { evaluation_id, evaluation_type }: MadeEvaluation,
  { scenario_id = '', ...body }: Vote,
): Promise<void> {
  await client.updateEvaluationScenario({
    parameters: { evaluation_id, scenario_id, evaluation_type },
    body,
  });
}

/** Votes on the first scenarios, one after the other. */
export async function voteInTurn(
  client: Client,
  made: MadeEvaluation,
  votes: readonly string[],
): Promise<void> {
  const ids = await scenarioIdsOf(client, made.evaluation_id);
  for (const [index, vote] of votes.entries()) {
    await sendVote(client, made, { scenario_id: ids[index], vote });
  }
}
