import { getAssignmentView } from '../../storage/assignments.ts';
import type { Operation } from '../context.ts';
import { getOwnAssignment } from './get-judging.ts';
import { presentAssignment } from './present-assignment.ts';

export const fetchAssignment: Operation<'fetchAssignment'> = async (context, { parameters }) => {
  const { judge, assignment } = await getOwnAssignment(
    context,
    context.db,
    parameters.assignment_id,
  );
  const view = await getAssignmentView(context.db, judge.standing.workspaceId, assignment.id);
  return { body: presentAssignment(context, view) };
};
