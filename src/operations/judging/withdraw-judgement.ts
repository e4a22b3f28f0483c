import { updateAssignment } from '../../storage/judging/assignment-changes.ts';
import type { Operation } from '../context.ts';
import { refuseClosed } from '../evaluations/parts/hold-evaluation.ts';
import { getOwnAssignment } from './parts/get-judging.ts';
import { holdAssigned } from './parts/hold-assigned.ts';
import { recordJudgement } from './parts/record-judgement.ts';

/** Withdraws a judgement: its place in the task becomes a lease again. */
export const withdrawJudgement: Operation<'withdrawJudgement'> = async (
  context,
  { parameters },
) => {
  const judging = await getOwnAssignment(context, context.db, parameters.assignment_id);
  const { assignment, judge, evaluation } = judging;
  const reply = await context.transaction(async (tx) => {
    const locked = await holdAssigned(context, tx, { judging, kind: 'withdrawing' });
    const { current, state, previous } = locked;
    if (previous?.counts !== true) return { body: null };
    refuseClosed(state);
    await updateAssignment(tx, judge.standing.workspaceId, {
      id: current.id,
      status: 'open',
      skipReason: null,
      leaseMs: context.leaseMs,
    });
    await recordJudgement(context, tx, {
      ...judging,
      state,
      task: { id: assignment.taskId, scenarioId: assignment.scenarioId, isWhole: false },
      previous,
      content: {
        outcome: null,
        winner: null,
        score: null,
        answers: [],
        note: previous.note,
        timeTakenMs: null,
      },
      counts: false,
      namedBy: previous.namedBy,
      side: current.side,
      places: 0,
    });
    return { body: null };
  });
  context.announce(evaluation.id);
  return reply;
};
