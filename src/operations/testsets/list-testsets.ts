import { referenceInPath } from '../../domain/ids.ts';
import type { AgeKey } from '../../storage/page.ts';
import { listTestsets as list } from '../../storage/testsets/testsets.ts';
import { appNotFound, getApp } from '../../storage/variants/apps.ts';
import type { Operation } from '../context.ts';
import { ageKey, cutPage, readPage } from '../paging.ts';
import { presentTestset } from './parts/present-testset.ts';

export const listTestsets: Operation<'listTestsets'> = async (context, { query }) => {
  const app = referenceInPath(query.app_id);
  if (app.id === undefined) throw appNotFound(app);
  const request = readPage<AgeKey>(context, query, ['testsets', app.id]);
  const testsets = await list(context.db, context.caller, { appId: app.id, page: request.page });
  const standing =
    testsets[0]?.standing ?? (await getApp(context.db, context.caller, app)).standing;
  context.gate.permit(standing);
  const { items, next } = cutPage(context, request, { items: testsets, keyOf: ageKey });
  return { body: items.map(presentTestset), next };
};
