import { Problem } from '../../contract/problems.ts';
import { countForAnnotator } from '../../storage/evaluations/evaluation-annotators.ts';
import { updateAssignment } from '../../storage/judging/assignment-changes.ts';
import type { Operation } from '../context.ts';
import { refuseClosed } from '../evaluations/parts/hold-evaluation.ts';
import { returnTasks } from '../evaluations/parts/return-expired.ts';
import { getOwnAssignment } from './parts/get-judging.ts';
import { holdAssigned } from './parts/hold-assigned.ts';

/** Gives a task back to the others. Skipping it twice is no error. */
export const skipAssignment: Operation<'skipAssignment'> = async (
  context,
  { parameters, body },
) => {
  const judging = await getOwnAssignment(context, context.db, parameters.assignment_id);
  const { assignment, judge, evaluation } = judging;
  const { workspaceId } = judge.standing;
  const reply = await context.transaction(async (tx) => {
    const locked = await holdAssigned(context, tx, { judging, kind: 'adding' });
    const { current, state, previous } = locked;
    if (current.status === 'skipped') return { body: null };
    refuseClosed(state);
    if (previous?.counts === true) throw judgedAlready();
    await updateAssignment(tx, workspaceId, {
      id: current.id,
      status: 'skipped',
      skipReason: body?.reason ?? null,
      leaseMs: 0,
    });
    const own = { evaluationId: evaluation.id, annotatorId: judge.annotatorId };
    await countForAnnotator(tx, workspaceId, { ...own, skipped: 1 });
    const taskIds = current.status === 'open' ? [assignment.taskId] : [];
    await returnTasks(tx, workspaceId, { evaluationId: evaluation.id, taskIds });
    return { body: null };
  });
  context.announce(evaluation.id);
  return reply;
};

function judgedAlready(): Problem {
  return new Problem(
    'already_judged',
    'You have judged this task. Withdraw your judgement first if you want to skip it.',
  );
}
