import { listViews } from '../../storage/assignments.ts';
import type { Operation } from '../context.ts';
import { cutPage, readPage } from '../paging.ts';
import { getJudging } from './get-judging.ts';
import { presentAssignment } from './present-assignment.ts';

const PAGE_LENGTH = 50;
const BEYOND_ALL = 2_147_483_647;

export const listAssignments: Operation<'listAssignments'> = async (
  context,
  { parameters, query },
) => {
  const { judge, evaluation } = await getJudging(context, context.db, parameters.evaluation_id);
  const { annotatorId, standing } = judge;
  const request = readPage<{ number: number }>(context, { limit: PAGE_LENGTH, ...query }, [
    'assignments',
    evaluation.id,
    annotatorId,
    query.status,
  ]);
  const views = await listViews(context.db, standing.workspaceId, {
    evaluationId: evaluation.id,
    annotatorId,
    beforeNumber: request.page.after?.number ?? BEYOND_ALL,
    status: query.status,
    limit: request.page.limit,
  });
  const { items, next } = cutPage(context, request, {
    items: views,
    keyOf: ({ number }) => ({ number }),
  });
  return { body: items.map((view) => presentAssignment(context, view)), next };
};
