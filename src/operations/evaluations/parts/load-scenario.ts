import type { Reference } from '../../../domain/ids.ts';
import type { Queryable } from '../../../storage/database.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import {
  getScenario,
  listOutputs,
  type Scenario,
  type ScenarioOutput,
} from '../../../storage/evaluations/scenarios.ts';
import { listTasks, type Task } from '../../../storage/evaluations/tasks.ts';
import { type JudgementOfTask, listOwnJudgements } from '../../../storage/judging/judgements.ts';
import type { Context } from '../../context.ts';
import { type VariantNames, variantNames } from './variant-names.ts';

/** Everything about one scenario that an update is checked against. */
export interface LoadedScenario {
  readonly evaluation: HumanEvaluation;
  readonly scenario: Scenario;
  readonly tasks: readonly Task[];
  readonly outputs: readonly ScenarioOutput[];
  /** The caller's own. */
  readonly judgements: readonly JudgementOfTask[];
  readonly names: VariantNames;
}

export async function loadScenario(
  context: Context,
  db: Queryable,
  { evaluation, reference }: { evaluation: HumanEvaluation; reference: Reference },
): Promise<LoadedScenario> {
  const { workspaceId, userId } = evaluation.standing;
  const evaluationId = evaluation.id;
  const scenario = await getScenario(db, workspaceId, { evaluationId, scenario: reference });
  const place = { evaluationId, positions: [scenario.position] };
  const tasks = await listTasks(db, workspaceId, place);
  return {
    evaluation,
    scenario,
    tasks,
    outputs: await listOutputs(db, workspaceId, place),
    judgements: await listOwnJudgements(db, workspaceId, { ...place, annotatorId: userId }),
    names: variantNames(context, evaluation, { scenarioId: scenario.id, tasks }),
  };
}
