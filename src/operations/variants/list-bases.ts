import { referenceInPath } from '../../domain/ids.ts';
import { toName } from '../../domain/names.ts';
import type { AgeKey } from '../../storage/page.ts';
import { appNotFound } from '../../storage/variants/apps.ts';
import { listBases as list } from '../../storage/variants/bases.ts';
import type { Operation } from '../context.ts';
import { ageKey, cutPage, readPage } from '../paging.ts';

export const listBases: Operation<'listBases'> = async (context, { query }) => {
  const app = referenceInPath(query.app_id);
  if (app.id === undefined) throw appNotFound(app);
  const name = query.base_name === undefined ? undefined : toName(query.base_name);
  const request = readPage<AgeKey>(context, query, ['bases by age', app.id, name?.key]);
  const isWhole = query.limit === undefined && query.cursor === undefined;
  const appBases = await list(context.db, context.caller, {
    appId: app.id,
    name,
    page: isWhole ? undefined : request.page,
  });
  if (appBases === undefined) throw appNotFound(app);
  context.gate.permit(appBases.standing);
  const { items, next } = cutPage(context, request, { items: appBases.bases, keyOf: ageKey });
  return { body: items.map((base) => ({ base_id: base.id, base_name: base.name })), next };
};
