import type { Invitation } from '../../../contract/identity/organizations.ts';
import { formatTimestamp } from '../../../domain/timestamps.ts';
import type { Standing } from '../../../storage/callers.ts';
import type { Invitation as StoredInvitation } from '../../../storage/identity/invitations.ts';
import type { Context } from '../../context.ts';
import { tokenHash } from '../../tokens.ts';

const INVITATION_LIFE_MS = 14 * 24 * 60 * 60 * 1000;

/** A new secret for an invitation. Only the link has it; only its hash is stored. */
export interface InvitationLink {
  readonly url: string;
  readonly tokenHash: string;
  readonly expiresAt: number;
}

/**
 * The token is in the fragment, which browsers neither send nor log. Beside it are the ids that a person
 * with an account needs to accept.
 */
export function makeInvitationLink(context: Context, standing: Standing): InvitationLink {
  const token = context.newToken();
  const fragment = new URLSearchParams({
    token,
    organization: standing.organizationId,
    workspace: standing.workspaceId,
  });
  return {
    url: `${context.publicOrigin}/invite#${fragment.toString()}`,
    tokenHash: tokenHash(token),
    expiresAt: context.now + INVITATION_LIFE_MS,
  };
}

export function presentInvitation(
  invitation: Pick<StoredInvitation, 'email' | 'roles'>,
  link: InvitationLink,
): Invitation {
  return {
    email: invitation.email,
    roles: [...invitation.roles],
    invite_url: link.url,
    expiration_date: formatTimestamp(link.expiresAt),
  };
}
