import { referenceInPath } from '../../domain/ids.ts';
import { listHumanEvaluations as list } from '../../storage/evaluations/human-evaluations.ts';
import type { AgeKey } from '../../storage/page.ts';
import { appNotFound, getApp } from '../../storage/variants/apps.ts';
import type { Operation } from '../context.ts';
import { ageKey, cutPage, readPage } from '../paging.ts';
import { presentHumanEvaluation } from './parts/present-human-evaluation.ts';

export const listHumanEvaluations: Operation<'listHumanEvaluations'> = async (
  context,
  { query },
) => {
  const app = referenceInPath(query.app_id);
  if (app.id === undefined) throw appNotFound(app);
  const request = readPage<AgeKey>(context, query, ['human evaluations', app.id]);
  const evaluations = await list(context.db, context.caller, { appId: app.id, page: request.page });
  const standing =
    evaluations[0]?.standing ?? (await getApp(context.db, context.caller, app)).standing;
  context.gate.permit(standing);
  const { items, next } = cutPage(context, request, { items: evaluations, keyOf: ageKey });
  return { body: items.map(presentHumanEvaluation), next };
};
