import { notFound } from '../../../storage/callers.ts';
import type { Transaction } from '../../../storage/database.ts';
import { holdAnnotator } from '../../../storage/evaluations/evaluation-annotators.ts';
import type { EvaluationState } from '../../../storage/evaluations/human-evaluation-changes.ts';
import {
  type HeldAssignment,
  holdAssignment,
  renewLeases,
} from '../../../storage/judging/assignment-changes.ts';
import type { Assignment } from '../../../storage/judging/assignments.ts';
import { findJudgement } from '../../../storage/judging/judgement-changes.ts';
import type { OwnJudgement } from '../../../storage/judging/judgements.ts';
import type { Judging } from '../../../storage/judging/judges.ts';
import type { Context } from '../../context.ts';
import { holdEvaluation } from '../../evaluations/parts/hold-evaluation.ts';

export interface LockedAssignment {
  readonly current: HeldAssignment;
  readonly state: EvaluationState;
  readonly previous: OwnJudgement | undefined;
}

/**
 * Locks the evaluation, the annotator and the assignment, always in this order so that no two
 * transactions wait for each other. Renews the annotator's other leases, since they are at work.
 */
export async function holdAssigned(
  context: Context,
  tx: Transaction,
  {
    judging,
    kind,
  }: { judging: Judging & { assignment: Assignment }; kind: 'adding' | 'withdrawing' },
): Promise<LockedAssignment> {
  const { judge, evaluation, assignment } = judging;
  const { workspaceId } = judge.standing;
  const own = { evaluationId: evaluation.id, annotatorId: judge.annotatorId };
  const task = { taskId: assignment.taskId, annotatorId: judge.annotatorId };
  const state = await holdEvaluation(tx, workspaceId, { evaluation, kind });
  const [, , current, previous] = await Promise.all([
    holdAnnotator(tx, workspaceId, { ...own, kind: judge.kind, now: context.now }),
    renewLeases(tx, workspaceId, { ...own, leaseMs: context.leaseMs }),
    holdAssignment(tx, workspaceId, task),
    findJudgement(tx, workspaceId, task),
  ]);
  if (current === undefined) throw notFound('assignment', { id: assignment.id, field: undefined });
  return { current, state, previous };
}
