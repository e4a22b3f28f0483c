import { mayDo } from '../../domain/permissions.ts';
import type { HumanEvaluation } from '../../storage/human-evaluations.ts';

/** Whether the caller may change the evaluation: by their role, or because they created it. */
export function mayEdit({
  standing,
  createdBy,
}: Pick<HumanEvaluation, 'standing' | 'createdBy'>): boolean {
  return mayDo(standing.roles, 'edit_evaluation') || standing.userId === createdBy;
}

/**
 * Whether the caller must not learn which variant is which: they may judge, and no more than that,
 * and judging is not over.
 */
export function isBlindFor(
  evaluation: Pick<HumanEvaluation, 'standing' | 'createdBy' | 'settings' | 'closedAt'>,
): boolean {
  if (evaluation.closedAt !== null || mayEdit(evaluation)) return false;
  return mayDo(evaluation.standing.roles, 'run_evaluations') && evaluation.settings.isBlind;
}
