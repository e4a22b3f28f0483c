import { Problem } from '../../contract/problems.ts';
import { ValidationFailure } from '../../contract/validation.ts';
import { readSubmission } from '../../domain/judging/judgement-content.ts';
import type { Transaction } from '../../storage/database.ts';
import { countForAnnotator } from '../../storage/evaluations/evaluation-annotators.ts';
import { reclaimTask } from '../../storage/evaluations/tasks.ts';
import { type HeldAssignment, updateAssignment } from '../../storage/judging/assignment-changes.ts';
import type { OwnJudgement } from '../../storage/judging/judgements.ts';
import type { Judging } from '../../storage/judging/judges.ts';
import type { Context, Operation } from '../context.ts';
import { refuseClosed } from '../evaluations/parts/hold-evaluation.ts';
import { getOwnAssignment } from './parts/get-judging.ts';
import { holdAssigned } from './parts/hold-assigned.ts';
import { presentOwnJudgement, slotsOf } from './parts/present-assignment.ts';
import { isUnchanged, recordJudgement } from './parts/record-judgement.ts';

/** Judges a task. An identical judgement changes nothing, even if the evaluation is now closed. */
export const submitJudgement: Operation<'submitJudgement'> = async (
  context,
  { parameters, body },
) => {
  const judging = await getOwnAssignment(context, context.db, parameters.assignment_id);
  const { assignment, evaluation } = judging;
  const slots = slotsOf(context, assignment);
  const kind = evaluation.type === 'human_a_b_testing' ? 'comparison' : 'scoring';
  const reply = await context.transaction(async (tx) => {
    const locked = await holdAssigned(context, tx, { judging, kind: 'adding' });
    const { current, state, previous } = locked;
    const { content, issues } = readSubmission({ kind, settings: state.settings, slots }, body);
    if (content === undefined) throw new ValidationFailure([...issues]);
    if (
      previous !== undefined &&
      isUnchanged({ previous, content, counts: true, namedBy: 'slot' })
    ) {
      return { body: presentOwnJudgement(previous, slots) };
    }
    refuseClosed(state);
    refuseReplacing(context, previous);
    if (previous?.counts !== true) await takePlace(context, tx, { ...judging, current });
    const recorded = await recordJudgement(context, tx, {
      ...judging,
      state,
      task: { id: assignment.taskId, scenarioId: assignment.scenarioId, isWhole: false },
      previous,
      content,
      counts: true,
      namedBy: 'slot',
      side: current.side,
      places: 0,
    });
    return { body: presentOwnJudgement(recorded, slots) };
  });
  context.announce(evaluation.id);
  return reply;
};

/** A page that does not know of a judgement made elsewhere asks not to overwrite it. */
function refuseReplacing({ preconditions }: Context, previous: OwnJudgement | undefined): void {
  if (previous?.counts !== true || preconditions.ifNoneMatch?.trim() !== '*') return;
  throw new Problem(
    'revision_conflict',
    'You have judged this task already. Read the assignment, then keep that judgement or replace it.',
  );
}

/** Turns the lease into a judgement; without a lease, the task must still have a free place. */
async function takePlace(
  context: Context,
  tx: Transaction,
  {
    judge,
    evaluation,
    current,
    assignment,
  }: Judging & {
    current: HeldAssignment;
    assignment: { taskId: string };
  },
): Promise<void> {
  const { workspaceId } = judge.standing;
  if (!current.isUpToDate) throw leaseExpired('The texts of this task have changed since');
  if (current.status !== 'open') {
    const isFree = await reclaimTask(tx, workspaceId, assignment.taskId);
    if (!isFree) throw leaseExpired('Your lease ran out and others have taken the task since');
  }
  await updateAssignment(tx, workspaceId, {
    id: current.id,
    status: 'judged',
    skipReason: null,
    leaseMs: context.leaseMs,
  });
  if (current.status === 'skipped') {
    const own = { evaluationId: evaluation.id, annotatorId: judge.annotatorId };
    await countForAnnotator(tx, workspaceId, { ...own, skipped: -1 });
  }
}

function leaseExpired(reason: string): Problem {
  return new Problem('lease_expired', `${reason}. Take the next task.`);
}
