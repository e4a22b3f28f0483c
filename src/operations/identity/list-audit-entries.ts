import { type AuditKey, listAuditEntries as list } from '../../storage/identity/audit-entries.ts';
import type { Operation } from '../context.ts';
import { cutPage, readPage } from '../paging.ts';
import { getAuditedWorkspace, presentAuditEntry, readAuditFilter } from './parts/audit-query.ts';

const DEFAULT_LIMIT = 50;

/** Who wrote what, newest first. */
export const listAuditEntries: Operation<'listAuditEntries'> = async (
  context,
  { parameters, query },
) => {
  const workspaceId = await getAuditedWorkspace(context, parameters);
  const filter = readAuditFilter(query);
  const request = readPage<AuditKey>(context, { ...query, limit: query.limit ?? DEFAULT_LIMIT }, [
    'audit entries',
    workspaceId,
    filter,
  ]);
  const entries = await list(context.db, workspaceId, { filter, page: request.page });
  const keyOf = ({ at, id }: AuditKey) => ({ at, id });
  const { items, next } = cutPage(context, request, { items: entries, keyOf });
  return { body: items.map(presentAuditEntry), next };
};
