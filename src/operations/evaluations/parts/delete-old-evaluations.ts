import type { Db } from '../../../storage/database.ts';
import {
  listOldEvaluations,
  unpublishOldEvaluation,
} from '../../../storage/evaluations/evaluation-removal.ts';
import { listRetentions } from '../../../storage/identity/retention-settings.ts';
import { recordUpkeep } from '../../audit-trail.ts';
import type { Context } from '../../context.ts';
import { Pace } from '../../pace.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Deletes evaluations that were closed or archived longer ago than their workspace keeps them.
 * Their rows are removed later, a few at a time, as for any deleted evaluation.
 */
export async function deleteOldEvaluations(
  db: Db,
  upkeep: Pick<Context, 'now' | 'newId'>,
): Promise<void> {
  const pace = new Pace();
  for (const { workspaceId, evaluationDays } of await listRetentions(db)) {
    if (evaluationDays === null) continue;
    const before = upkeep.now - evaluationDays * DAY_MS;
    for (;;) {
      const old = await listOldEvaluations(db, workspaceId, before);
      if (old.length === 0) break;
      for (const { id, name } of old) {
        await db.transaction(async (tx) => {
          if (!(await unpublishOldEvaluation(tx, workspaceId, { id, before }))) return;
          recordUpkeep(tx, upkeep, {
            workspaceId,
            operation: 'deleteOldEvaluation',
            object: { kind: 'evaluation', id },
            change: { name: [name, null], evaluation_days: evaluationDays },
          });
        });
        await pace.keep();
      }
    }
  }
}
