import { referenceInPath } from '../../domain/ids.ts';
import { notFound } from '../../storage/callers.ts';
import { listTestsetRevisions as list } from '../../storage/testsets/testset-revisions.ts';
import type { Operation } from '../context.ts';
import { cutPage, readPage } from '../paging.ts';
import { presentTestsetRevision } from './parts/present-testset.ts';

const DEFAULT_LIMIT = 50;

export const listTestsetRevisions: Operation<'listTestsetRevisions'> = async (
  context,
  { parameters, query },
) => {
  const testset = referenceInPath(parameters.testset_id);
  if (testset.id === undefined) throw notFound('testset', testset);
  const limited = { ...query, limit: query.limit ?? DEFAULT_LIMIT };
  const request = readPage<number>(context, limited, ['testset revisions', testset.id]);
  const history = await list(context.db, context.caller, {
    testsetId: testset.id,
    page: request.page,
  });
  if (history === undefined) throw notFound('testset', testset);
  context.gate.permit(history.standing);
  const { items, next } = cutPage(context, request, {
    items: history.revisions,
    keyOf: (revision) => revision.revision,
  });
  return { body: items.map(presentTestsetRevision), next };
};
