import { referenceInPath } from '../../domain/ids.ts';
import type { Operation } from '../context.ts';
import { bodyEtag } from '../preconditions.ts';
import { getFullOrganization } from './parts/get-full-organization.ts';
import { presentFullOrganization } from './parts/present-organization.ts';

export const fetchOrganization: Operation<'fetchOrganization'> = async (
  context,
  { parameters },
) => {
  const reference = referenceInPath(parameters.org_id);
  const full = await getFullOrganization(context.db, context.caller, reference);
  context.gate.admit({ userId: full.organization.callerId });
  const body = presentFullOrganization(full);
  return { body, etag: bodyEtag(body) };
};
