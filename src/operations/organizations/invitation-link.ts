import type { Invitation } from '../../contract/organizations.ts';
import { formatTimestamp } from '../../domain/timestamps.ts';
import type { Invitation as StoredInvitation } from '../../storage/invitations.ts';
import type { Context } from '../context.ts';
import { tokenHash } from '../tokens.ts';

const INVITATION_LIFE_MS = 14 * 24 * 60 * 60 * 1000;

/** A new secret for an invitation. Only the link has it; only its hash is stored. */
export interface InvitationLink {
  readonly url: string;
  readonly tokenHash: string;
  readonly expiresAt: number;
}

/** The token stands in the fragment, which browsers send to nobody and write into no log. */
export function makeInvitationLink(context: Context): InvitationLink {
  const token = context.newToken();
  return {
    url: `${context.publicOrigin}/invite#token=${token}`,
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
