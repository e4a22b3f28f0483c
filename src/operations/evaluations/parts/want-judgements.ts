import type { Transaction } from '../../../storage/database.ts';
import { recountScenarios } from '../../../storage/evaluations/evaluation-extensions.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import { changePlaces, noteReturn } from '../../../storage/evaluations/tasks.ts';

/** Wants another number of judgements of tasks that stay as they are. */
export async function wantJudgements(
  tx: Transaction,
  { id, queueId, standing, judgementsPerTask }: HumanEvaluation,
  wanted: number,
): Promise<void> {
  const { workspaceId } = standing;
  await changePlaces(tx, workspaceId, { queueId, added: wanted - judgementsPerTask });
  await recountScenarios(tx, workspaceId, { evaluationId: id, queueId, wanted });
  await noteReturn(tx, workspaceId, id);
}
