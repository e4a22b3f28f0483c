import type { Input } from '../../contract/api.ts';
import { parseId, referenceInPath } from '../../domain/ids.ts';
import { nameKey } from '../../domain/names.ts';
import type { Standing } from '../../storage/callers.ts';
import {
  listFilteredEvaluations,
  type OverviewKey,
} from '../../storage/evaluations/evaluation-overviews.ts';
import type { HumanEvaluation } from '../../storage/evaluations/human-evaluations.ts';
import { listOverviewCounts } from '../../storage/evaluations/overview-counts.ts';
import { getTestset } from '../../storage/testsets/testsets.ts';
import { getApp } from '../../storage/variants/apps.ts';
import { getVariant } from '../../storage/variants/variants.ts';
import type { Context, Operation } from '../context.ts';
import { cutPage, readPage } from '../paging.ts';
import { standingInQuery } from '../variants/parts/standing-in-query.ts';
import { isBlindFor } from './parts/blindness.ts';
import { presentOverview } from './parts/present-overview.ts';

const DEFAULT_LIMIT = 50;

/** A page of evaluations with everything a list shows of them, in two statements. */
export const listEvaluationOverviews: Operation<'listEvaluationOverviews'> = async (
  context,
  { query },
) => {
  const { workspaceId } = await admit(context, query);
  const order = query.order ?? 'newest';
  const searchKey = nameKey(query.search ?? '');
  const filter = {
    workspaceId,
    appId: idOf(query.app_id),
    status: query.status,
    testsetId: idOf(query.testset_id),
    variantId: idOf(query.variant_id),
    isMine: query.mine ?? false,
    isArchived: query.archived ?? false,
    isOpen: false,
    searchKey: searchKey === '' ? undefined : searchKey,
  };
  const paging = { ...query, limit: query.limit ?? DEFAULT_LIMIT };
  const request = readPage<OverviewKey>(context, paging, ['overviews', filter, order]);
  const evaluations = await listFilteredEvaluations(context.db, context.caller, {
    filter,
    order,
    page: request.page,
  });
  const keyOf = (evaluation: HumanEvaluation) => ({
    value: order === 'name' ? orderName(evaluation) : evaluation.createdAt,
    id: evaluation.id,
  });
  const { items, next } = cutPage(context, request, { items: evaluations, keyOf });
  const ids = items.map(({ id }) => id);
  const counts = await listOverviewCounts(context.db, workspaceId, ids);
  const body = items.flatMap((evaluation) => {
    const evaluationCounts = counts.get(evaluation.id);
    // Deleted between the two statements.
    return evaluationCounts === undefined ? [] : [presentOverview(evaluation, evaluationCounts)];
  });
  return { body, next };
};

/** The caller must be able to see the objects that the filters name. */
async function admit(
  context: Context,
  query: Input<'listEvaluationOverviews'>['query'],
): Promise<Standing> {
  const { db, caller, gate } = context;
  const standing = await standingOf(context, query);
  if (query.variant_id !== undefined) {
    await getVariant(db, caller, referenceInPath(query.variant_id));
  }
  if (query.testset_id !== undefined) {
    await getTestset(db, caller, referenceInPath(query.testset_id));
  }
  gate.permit(standing);
  return standing;
}

async function standingOf(
  context: Context,
  query: Input<'listEvaluationOverviews'>['query'],
): Promise<Standing> {
  const { db, caller } = context;
  if (query.app_id !== undefined) {
    return (await getApp(db, caller, referenceInPath(query.app_id))).standing;
  }
  return standingInQuery(context, query);
}

function idOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : parseId(text);
}

function orderName(evaluation: HumanEvaluation): string {
  return isBlindFor(evaluation) ? '' : evaluation.nameKey;
}
