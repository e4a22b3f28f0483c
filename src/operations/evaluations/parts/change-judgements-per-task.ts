import type { Transaction } from '../../../storage/database.ts';
import {
  recountCompleted,
  recountScenarios,
} from '../../../storage/evaluations/evaluation-extensions.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import { changePlaces, noteReturn } from '../../../storage/evaluations/tasks.ts';
import { scenarioSpans } from './scenario-spans.ts';

/** As many as the embedded engine changes in a few milliseconds if each has the most tasks. */
const SCENARIOS_AT_ONCE = 100;

/** Changes the number of judgements that each task needs; the tasks stay. */
export async function changeJudgementsPerTask(
  tx: Transaction,
  { id: evaluationId, queueId, standing, judgementsPerTask, scenarioCount }: HumanEvaluation,
  wanted: number,
): Promise<void> {
  const { workspaceId } = standing;
  const added = wanted - judgementsPerTask;
  const scenarios = { evaluationId, scenarioCount, atOnce: SCENARIOS_AT_ONCE };
  for await (const span of scenarioSpans(scenarios)) {
    await changePlaces(tx, workspaceId, { queueId, added, ...span });
    await recountScenarios(tx, workspaceId, { queueId, wanted, ...span });
  }
  await recountCompleted(tx, workspaceId, { evaluationId });
  await noteReturn(tx, workspaceId, evaluationId);
}
