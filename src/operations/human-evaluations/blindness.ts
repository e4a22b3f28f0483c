import { mayDo } from '../../domain/permissions.ts';
import type { HumanEvaluation } from '../../storage/human-evaluations.ts';
import type { Judging } from '../../storage/judges.ts';

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
 * Whether an annotator could know which variant is which. Guests never can. Members can where the
 * evaluation is not blind, where they may edit it, and once it was closed: results were open to them.
 */
export function seesNames({ judge, evaluation }: Judging): boolean {
  if (judge.kind === 'guest') return false;
  if (!evaluation.settings.isBlind || evaluation.firstClosedAt !== null) return true;
  return (
    mayDo(judge.standing.roles, 'edit_evaluation') || judge.annotatorId === evaluation.createdBy
  );
}
