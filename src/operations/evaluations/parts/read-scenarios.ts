import type { HumanEvaluationScenario } from '../../../contract/evaluations/scenarios.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import { listOutputs, listScenarios } from '../../../storage/evaluations/scenarios.ts';
import { listTasks } from '../../../storage/evaluations/tasks.ts';
import { listOwnJudgements } from '../../../storage/judging/judgements.ts';
import type { Context } from '../../context.ts';
import { isBlindFor } from './blindness.ts';
import { presentScenario } from './present-scenario.ts';
import { hasTaskEach } from './scenario-tasks.ts';
import { variantNames } from './variant-names.ts';

/** Scenarios at these positions, in their order, as the caller sees them. */
export async function readScenarios(
  context: Context,
  evaluation: HumanEvaluation,
  positions: readonly number[],
): Promise<readonly HumanEvaluationScenario[]> {
  const { db } = context;
  const { workspaceId, userId } = evaluation.standing;
  const places = { evaluationId: evaluation.id, positions };
  const [scenarios, outputs, judgements, tasks] = await Promise.all([
    listScenarios(db, workspaceId, places),
    listOutputs(db, workspaceId, places),
    listOwnJudgements(db, workspaceId, { ...places, annotatorId: userId }),
    hasTaskEach(evaluation) && isBlindFor(evaluation) ? listTasks(db, workspaceId, places) : [],
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
