import type { HumanEvaluationScenario } from '../../contract/scenarios.ts';
import type { HumanEvaluation } from '../../storage/human-evaluations.ts';
import { listOwnJudgements } from '../../storage/judgements.ts';
import { listOutputs, listScenarios } from '../../storage/scenarios.ts';
import { listTasks } from '../../storage/tasks.ts';
import type { Context } from '../context.ts';
import { isBlindFor } from '../human-evaluations/blindness.ts';
import { presentScenario } from './present-scenario.ts';
import { hasTaskEach } from './scenario-tasks.ts';
import { variantNames } from './variant-names.ts';

/** Scenarios after a position, as the caller sees them. */
export async function readScenarios(
  context: Context,
  evaluation: HumanEvaluation,
  { afterPosition, limit }: { afterPosition: number; limit: number },
): Promise<readonly HumanEvaluationScenario[]> {
  const { db } = context;
  const { workspaceId, userId } = evaluation.standing;
  const evaluationId = evaluation.id;
  const scenarios = await listScenarios(db, workspaceId, { evaluationId, afterPosition, limit });
  const range = {
    evaluationId,
    firstPosition: scenarios[0]?.position ?? 0,
    lastPosition: scenarios.at(-1)?.position ?? -1,
  };
  const [outputs, judgements, tasks] = await Promise.all([
    listOutputs(db, workspaceId, range),
    listOwnJudgements(db, workspaceId, { ...range, annotatorId: userId }),
    hasTaskEach(evaluation) && isBlindFor(evaluation) ? listTasks(db, workspaceId, range) : [],
  ]);
  const outputsOf = Map.groupBy(outputs, ({ scenarioId }) => scenarioId);
  const judgementsOf = Map.groupBy(judgements, ({ scenarioId }) => scenarioId);
  const tasksOf = Map.groupBy(tasks, ({ scenarioId }) => scenarioId);
  return scenarios.map((scenario) =>
    presentScenario(evaluation, {
      scenario,
      outputs: outputsOf.get(scenario.id) ?? [],
      judgements: judgementsOf.get(scenario.id) ?? [],
      names: variantNames(context, evaluation, {
        scenarioId: scenario.id,
        tasks: tasksOf.get(scenario.id) ?? [],
      }),
    }),
  );
}
