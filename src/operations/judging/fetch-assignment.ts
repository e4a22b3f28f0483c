import { getAssignmentView } from '../../storage/judging/assignments.ts';
import type { Operation } from '../context.ts';
import { getOwnAssignment } from './parts/get-judging.ts';
import { presentAssignment } from './parts/present-assignment.ts';

export const fetchAssignment: Operation<'fetchAssignment'> = async (context, { parameters }) => {
  const { judge, assignment } = await getOwnAssignment(
    context,
    context.db,
    parameters.assignment_id,
  );
  const view = await getAssignmentView(context.db, judge.standing.workspaceId, assignment.id);
  return { body: presentAssignment(context, view) };
};
