import { mayDo } from '../../../domain/identity/permissions.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import type { Judging } from '../../../storage/judging/judges.ts';

/**
 * Whether the caller may change the evaluation: by their role, or because they created it. Creating
 * it does not help those who judge the same variants blind in another evaluation.
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
 * Whether the caller must not learn which variant is which: they may judge, and no more than that,
 * and judging is not over, here or in another evaluation that may have the same outputs.
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
 * Whether an annotator could know which variant is which. Members can where the evaluation is not
 * blind, where they are more than annotators, and once it was closed: results were open to them. Of
 * guests it is known since they came.
 */
export function seesNames({ judge, evaluation }: Judging): boolean {
  if (judge.kind === 'guest') return false;
  if (!evaluation.settings.isBlind || evaluation.firstClosedAt !== null) return true;
  return knowsVariants({ standing: judge.standing, createdBy: evaluation.createdBy });
}

/** Whether a member reads an open blind evaluation with the names of its variants. */
export function knowsVariants({
  standing,
  createdBy,
}: Pick<HumanEvaluation, 'standing' | 'createdBy'>): boolean {
  if (standing.userId === createdBy || mayDo(standing.roles, 'edit_evaluation')) return true;
  return !mayDo(standing.roles, 'run_evaluations');
}
