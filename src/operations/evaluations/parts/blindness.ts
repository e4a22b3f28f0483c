import { mayDo, readsVariants } from '../../../domain/identity/permissions.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';

/**
 * Whether the caller may change the evaluation: by their role, or as its creator unless they judge
 * the same variants blind in another evaluation.
 */
export function mayEdit({
  standing,
  createdBy,
  hasBlindTwin,
}: Pick<HumanEvaluation, 'standing' | 'createdBy' | 'hasBlindTwin'>): boolean {
  if (mayDo(standing.roles, 'edit_evaluation')) return true;
  return standing.userId === createdBy && !hasBlindTwin;
}

/**
 * Whether the caller must not learn which variant is which: they may judge but not edit, and
 * judging is not over, here or in another evaluation that may have the same outputs.
 */
export function isBlindFor(
  evaluation: Pick<
    HumanEvaluation,
    'standing' | 'createdBy' | 'hasBlindTwin' | 'settings' | 'closedAt'
  >,
): boolean {
  if (mayEdit(evaluation) || !mayDo(evaluation.standing.roles, 'run_evaluations')) return false;
  return evaluation.hasBlindTwin || (evaluation.settings.isBlind && evaluation.closedAt === null);
}

/**
 * Whether a member could know which variant is which. All members could if the evaluation is not
 * blind, was not blind before, or was closed; otherwise its creator and members who are not mere
 * annotators.
 */
export function knowsVariants({
  standing,
  createdBy,
  settings,
  firstClosedAt,
}: Pick<HumanEvaluation, 'standing' | 'createdBy' | 'settings' | 'firstClosedAt'>): boolean {
  if (!settings.isBlind || firstClosedAt !== null) return true;
  return standing.userId === createdBy || readsVariants(standing.roles);
}
