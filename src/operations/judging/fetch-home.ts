import type { ToJudge } from '../../contract/judging/home.ts';
import type { Standing } from '../../storage/callers.ts';
import {
  everyEvaluationOf,
  listFilteredEvaluations,
  type OverviewFilter,
} from '../../storage/evaluations/evaluation-overviews.ts';
import type { HumanEvaluation } from '../../storage/evaluations/human-evaluations.ts';
import { listOverviewCounts } from '../../storage/evaluations/overview-counts.ts';
import { listRemaining } from '../../storage/judging/to-judge.ts';
import type { Context, Operation } from '../context.ts';
import { isBlindFor } from '../evaluations/parts/blindness.ts';
import { presentOverview } from '../evaluations/parts/present-overview.ts';
import { standingInQuery } from '../variants/parts/standing-in-query.ts';
import { mayJudge } from './parts/may-judge.ts';

/** As many of the newest open evaluations as a person can keep track of. */
const MAX_SEARCHED = 100;
const MAX_OWN = 50;

/** What waits for the caller: tasks to judge, and how far their own evaluations are. */
export const fetchHome: Operation<'fetchHome'> = async (context, { query }) => {
  const standing = await standingInQuery(context, query);
  context.gate.permit(standing);
  const [open, own] = await Promise.all([
    listNewest(context, standing, { filter: { isOpen: true }, limit: MAX_SEARCHED }),
    listNewest(context, standing, { filter: { isMine: true }, limit: MAX_OWN }),
  ]);
  const countsOf = await listOverviewCounts(
    context.db,
    standing.workspaceId,
    own.map(({ id }) => id),
  );
  return {
    body: {
      to_judge: await toJudge(context, standing, open.filter(isJudgedBy)),
      yours: own.flatMap((evaluation) => {
        const counts = countsOf.get(evaluation.id);
        return counts === undefined ? [] : [presentOverview(evaluation, counts)];
      }),
    },
  };
};

async function listNewest(
  { db, caller }: Context,
  { workspaceId }: Standing,
  { filter, limit }: { readonly filter: Partial<OverviewFilter>; readonly limit: number },
): Promise<readonly HumanEvaluation[]> {
  return listFilteredEvaluations(db, caller, {
    filter: { ...everyEvaluationOf(workspaceId), ...filter },
    order: 'newest',
    page: { after: undefined, limit },
  });
}

function isJudgedBy(evaluation: HumanEvaluation): boolean {
  const { standing } = evaluation;
  const judge = { annotatorId: standing.userId, kind: 'member', standing } as const;
  return mayJudge({ judge, evaluation: { ...evaluation, isClosed: false } });
}

async function toJudge(
  { db }: Context,
  { workspaceId, userId }: Standing,
  evaluations: readonly HumanEvaluation[],
): Promise<ToJudge[]> {
  const remaining = await listRemaining(db, workspaceId, {
    evaluationIds: evaluations.map(({ id }) => id),
    annotatorId: userId,
  });
  return evaluations.flatMap((evaluation) => {
    const left = remaining.get(evaluation.id) ?? 0;
    if (left === 0) return [];
    return [
      {
        evaluation_id: evaluation.id,
        name: isBlindFor(evaluation) ? null : evaluation.name,
        testset_name: evaluation.testsetName,
        evaluation_type: evaluation.type,
        remaining: left,
      },
    ];
  });
}
