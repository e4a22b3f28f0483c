import type { EvaluationSettingsChange } from '../../../contract/evaluations/evaluation-settings.ts';
import { nameKey } from '../../../domain/names.ts';
import type { Transaction } from '../../../storage/database.ts';
import { updateLabels } from '../../../storage/evaluations/human-evaluation-changes.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';

/**
 * Names, describes or archives an evaluation, open or closed. Its time of change stays, because
 * annotators see it and must not learn of changes that are hidden from them.
 */
export async function writeLabels(
  tx: Transaction,
  evaluation: HumanEvaluation,
  { sent, now }: { sent: EvaluationSettingsChange; now: number },
): Promise<void> {
  const { id, standing } = evaluation;
  const { name = evaluation.name, description = evaluation.description, archived } = sent;
  if (archived === undefined && sent.name === undefined && sent.description === undefined) return;
  const isArchived = archived ?? evaluation.archivedAt !== null;
  await updateLabels(tx, standing.workspaceId, {
    id,
    name,
    nameKey: nameKey(name),
    description,
    archivedAt: isArchived ? (evaluation.archivedAt ?? now) : null,
  });
}
