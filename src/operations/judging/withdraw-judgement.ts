import { updateAssignment } from '../../storage/judging/assignment-changes.ts';
import type { Operation } from '../context.ts';
import { refuseClosed } from '../evaluations/parts/hold-evaluation.ts';
import { getOwnAssignment } from './parts/get-judging.ts';
import { holdAssigned } from './parts/hold-assigned.ts';
import { recordJudgement } from './parts/record-judgement.ts';

/** Takes a judgement back: its place in the task becomes a lease again. */
export const withdrawJudgement: Operation<'withdrawJudgement'> = async (
  context,
  { parameters },
) => {
  const found = await getOwnAssignment(context, context.db, parameters.assignment_id);
  const { assignment, judge, evaluation } = found;
  const reply = await context.transaction(async (tx) => {
    const { held, state, previous } = await holdAssigned(context, tx, {
      found,
      kind: 'withdrawing',
    });
    if (previous?.counts !== true) return { body: null };
    refuseClosed(state);
    await updateAssignment(tx, judge.standing.workspaceId, {
      id: held.id,
      status: 'open',
      skipReason: null,
      leaseMs: context.leaseMs,
    });
    await recordJudgement(context, tx, {
      ...found,
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
      side: held.side,
      places: 0,
    });
    return { body: null };
  });
  context.announce(evaluation.id);
  return reply;
};
