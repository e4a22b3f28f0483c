import type { Db } from '../../../storage/database.ts';
import {
  deleteSomeScenarios,
  deleteUnpublishedEvaluation,
} from '../../../storage/evaluations/evaluation-removal.ts';
import { Pace } from '../../pace.ts';

const SCENARIOS_AT_ONCE = 100;

/** Removes an unpublished evaluation, a little at a time so that others can write in between. */
export async function removeUnpublishedEvaluation(
  db: Db,
  { workspaceId, evaluationId }: { workspaceId: string; evaluationId: string },
): Promise<void> {
  const pace = new Pace();
  const batch = { evaluationId, limit: SCENARIOS_AT_ONCE };
  for (;;) {
    const deleted = await db.transaction((tx) => deleteSomeScenarios(tx, workspaceId, batch));
    if (deleted < SCENARIOS_AT_ONCE) break;
    await pace.rest();
  }
  await db.transaction((tx) => deleteUnpublishedEvaluation(tx, workspaceId, evaluationId));
}
