import { referenceInPath } from '../../domain/ids.ts';
import { toName } from '../../domain/names.ts';
import { appNotFound } from '../../storage/apps.ts';
import { listBases as list, type NameKeyPosition } from '../../storage/bases.ts';
import type { Operation } from '../context.ts';
import { cutPage, readPage } from '../paging.ts';

export const listBases: Operation<'listBases'> = async (context, { query }) => {
  const app = referenceInPath(query.app_id);
  if (app.id === undefined) throw appNotFound(app);
  const name = query.base_name === undefined ? undefined : toName(query.base_name);
  const request = readPage<NameKeyPosition>(context, query, ['bases', app.id, name?.key]);
  const found = await list(context.db, context.caller, {
    appId: app.id,
    name,
    page: request.page,
  });
  if (found === undefined) throw appNotFound(app);
  context.gate.permit(found.standing);
  const { items, next } = cutPage(context, request, {
    items: found.bases,
    keyOf: (base) => ({ nameKey: base.nameKey, id: base.id }),
  });
  return { body: items.map((base) => ({ base_id: base.id, base_name: base.name })), next };
};
