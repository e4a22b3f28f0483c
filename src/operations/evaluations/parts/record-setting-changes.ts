import type { FieldChange } from '../../../domain/evaluations/judging-rules.ts';
import type { Transaction } from '../../../storage/database.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import { insertSettingChange } from '../../../storage/evaluations/setting-changes.ts';
import type { Context } from '../../context.ts';

export interface LateChanges {
  readonly evaluation: Pick<HumanEvaluation, 'id' | 'standing'>;
  readonly changes: readonly FieldChange[];
  /** The number of judgements before the change. */
  readonly judgements: number;
}

/** Records who changed what, and how many judgements existed then. */
export async function recordSettingChanges(
  { now }: Pick<Context, 'now'>,
  tx: Transaction,
  { evaluation, changes, judgements }: LateChanges,
): Promise<void> {
  const { workspaceId, userId } = evaluation.standing;
  for (const change of changes) {
    await insertSettingChange(tx, workspaceId, {
      ...change,
      evaluationId: evaluation.id,
      judgements,
      changedBy: userId,
      createdAt: now,
    });
  }
}
