import type { AgeKey } from '../../storage/page.ts';
import type { Operation } from '../context.ts';
import { ageKey, cutPage, readPage } from '../paging.ts';
import { loadOrganizations } from './parts/load-organizations.ts';
import { presentOrganization } from './parts/present-organization.ts';

export const listOrganizations: Operation<'listOrganizations'> = async (context, { query }) => {
  const request = readPage<AgeKey>(context, query, ['organizations']);
  const organizations = await loadOrganizations(context.db, context.caller, {
    id: undefined,
    page: request.page,
  });
  for (const { callerId } of organizations.slice(0, 1)) context.gate.admit({ userId: callerId });
  const { items, next } = cutPage(context, request, { items: organizations, keyOf: ageKey });
  return { body: items.map(presentOrganization), next };
};
