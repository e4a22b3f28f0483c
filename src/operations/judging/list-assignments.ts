import { type JudgedPlace, listJudgedViews, listViews } from '../../storage/judging/assignments.ts';
import type { Operation } from '../context.ts';
import { cutPage, readPage } from '../paging.ts';
import { getJudging } from './parts/get-judging.ts';
import { presentAssignment } from './parts/present-assignment.ts';

const PAGE_LENGTH = 50;
const BEYOND_ALL: JudgedPlace = { judgedAt: Number.MAX_SAFE_INTEGER, number: 2_147_483_647 };

/** Judged assignments come last judged first, because undo withdraws the first of them. */
export const listAssignments: Operation<'listAssignments'> = async (
  context,
  { parameters, query },
) => {
  const { judge, evaluation } = await getJudging(context, context.db, parameters.evaluation_id);
  const { annotatorId, standing } = judge;
  const { status } = query;
  const name = status === 'judged' ? 'judged assignments' : 'assignments';
  const filters = [name, evaluation.id, annotatorId, status];
  const request = readPage<JudgedPlace>(context, { limit: PAGE_LENGTH, ...query }, filters);
  const { after: before = BEYOND_ALL, limit } = request.page;
  const own = { evaluationId: evaluation.id, annotatorId, limit };
  const views =
    status === 'judged'
      ? await listJudgedViews(context.db, standing.workspaceId, { ...own, before })
      : await listViews(context.db, standing.workspaceId, {
          ...own,
          beforeNumber: before.number,
          status,
        });
  const { items, next } = cutPage(context, request, {
    items: views,
    keyOf: ({ number, judgement }) => ({ judgedAt: judgement?.judgedAt ?? 0, number }),
  });
  return { body: items.map((view) => presentAssignment(context, view)), next };
};
