import { referenceInPath } from '../../domain/ids.ts';
import type { AgeKey } from '../../storage/page.ts';
import { appNotFound, getApp } from '../../storage/variants/apps.ts';
import { listVariants } from '../../storage/variants/variants.ts';
import type { Operation } from '../context.ts';
import { ageKey, cutPage, readPage } from '../paging.ts';
import { presentListedVariant } from './parts/present-variant.ts';

export const listAppVariants: Operation<'listAppVariants'> = async (
  context,
  { parameters, query },
) => {
  const app = referenceInPath(parameters.app_id);
  if (app.id === undefined) throw appNotFound(app);
  const request = readPage<AgeKey>(context, query, ['variants', app.id]);
  const variants = await listVariants(context.db, context.caller, {
    appId: app.id,
    page: request.page,
  });
  const standing =
    variants[0]?.standing ?? (await getApp(context.db, context.caller, app)).standing;
  context.gate.permit(standing);
  const { items, next } = cutPage(context, request, { items: variants, keyOf: ageKey });
  return { body: items.map(presentListedVariant), next };
};
