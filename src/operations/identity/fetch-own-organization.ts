import { Problem } from '../../contract/problems.ts';
import { findOwnOrganization } from '../../storage/identity/organizations.ts';
import type { Operation } from '../context.ts';

export const fetchOwnOrganization: Operation<'fetchOwnOrganization'> = async (context) => {
  const organization = await findOwnOrganization(context.db, context.caller);
  if (organization === undefined) {
    throw new Problem(
      'organization_not_found',
      'You own no organization here. Create one, or ask for the one you belong to by its id.',
    );
  }
  context.gate.admit({ userId: organization.ownerId });
  return { body: { id: organization.id, name: organization.name } };
};
