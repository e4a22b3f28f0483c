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

/** Judges a task. The same answer again changes nothing, even when the evaluation is closed by now. */
export const submitJudgement: Operation<'submitJudgement'> = async (
  context,
  { parameters, body },
) => {
  const found = await getOwnAssignment(context, context.db, parameters.assignment_id);
  const { assignment, evaluation } = found;
  const slots = slotsOf(context, assignment);
  const kind = evaluation.type === 'human_a_b_testing' ? 'comparison' : 'scoring';
  const reply = await context.transaction(async (tx) => {
    const { held, state, previous } = await holdAssigned(context, tx, { found, kind: 'adding' });
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
    if (previous?.counts !== true) await takePlace(context, tx, { ...found, held });
    const recorded = await recordJudgement(context, tx, {
      ...found,
      state,
      task: { id: assignment.taskId, scenarioId: assignment.scenarioId, isWhole: false },
      previous,
      content,
      counts: true,
      namedBy: 'slot',
      side: held.side,
      places: 0,
    });
    return { body: presentOwnJudgement(recorded, slots) };
  });
  context.announce(evaluation.id);
  return reply;
};

/** A page may not know that its annotator judged the task elsewhere, and asks not to overwrite that. */
function refuseReplacing({ preconditions }: Context, previous: OwnJudgement | undefined): void {
  if (previous?.counts !== true || preconditions.ifNoneMatch?.trim() !== '*') return;
  throw new Problem(
    'revision_conflict',
    'You have judged this task already. Read the assignment, then keep that judgement or replace it.',
  );
}

/** Turns the lease into a judgement; without a lease there must still be a place in the task. */
async function takePlace(
  context: Context,
  tx: Transaction,
  {
    judge,
    evaluation,
    ...place
  }: Judging & {
    held: HeldAssignment;
    assignment: { taskId: string };
  },
): Promise<void> {
  const { workspaceId } = judge.standing;
  const { held } = place;
  if (!held.isUpToDate) throw leaseExpired('The texts of this task have changed since');
  if (held.status !== 'open') {
    const isFree = await reclaimTask(tx, workspaceId, place.assignment.taskId);
    if (!isFree) throw leaseExpired('Your lease ran out and others have taken the task since');
  }
  await updateAssignment(tx, workspaceId, {
    id: held.id,
    status: 'judged',
    skipReason: null,
    leaseMs: context.leaseMs,
  });
  if (held.status === 'skipped') {
    const own = { evaluationId: evaluation.id, annotatorId: judge.annotatorId };
    await countForAnnotator(tx, workspaceId, { ...own, skipped: -1 });
  }
}

function leaseExpired(reason: string): Problem {
  return new Problem('lease_expired', `${reason}. Take the next task.`);
}
