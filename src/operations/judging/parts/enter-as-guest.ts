import type { Output } from '../../../contract/api.ts';
import { takeUseOfInvitation } from '../../../storage/evaluations/annotator-invitations.ts';
import { findGuestOfLink, type Guest, insertGuest } from '../../../storage/identity/guests.ts';
import type { PresentedInvitation } from '../../../storage/identity/invitations.ts';
import type { Context, Reply } from '../../context.ts';
import { invitationInvalid } from '../../identity/parts/invitation-invalid.ts';
import { presentGuestProfile } from '../../identity/parts/present-profile.ts';
import { guestToken, sessionHash } from '../../tokens.ts';
import { knowsAsMember } from './knows-as-member.ts';

/**
 * Takes one use of an annotator link and begins the session of a guest. It lasts as long as the
 * link, even when idle: a guest who had to sign in again could not prove who they were. A browser
 * that used the link before enters as the same guest, even if no uses are left.
 */
export function enterAsGuest(
  context: Context,
  { presented, name }: { presented: PresentedInvitation; name: string },
): Promise<Reply<Output<'exchangeInvitation'>>> {
  return context.transaction(async (tx) => {
    const returning = await findGuestOfLink(tx, presented, context.heldSessions());
    if (returning !== undefined) {
      context.note('nothing');
      return { body: presentEntry(returning) };
    }
    const invitation = await takeUseOfInvitation(tx, presented);
    if (invitation === undefined) throw invitationInvalid();
    const { workspaceId, evaluationId, expiresAt } = invitation;
    const sessions = context.heldSessions();
    const token = guestToken(workspaceId, context.newToken());
    const guest = { id: context.newId(), name, createdAt: context.now };
    await insertGuest(tx, workspaceId, {
      ...guest,
      evaluationId,
      invitationId: invitation.id,
      tokenHash: sessionHash(token),
      validUntil: expiresAt,
      // A member may open a link in the browser in which they read results.
      sawNames: await knowsAsMember(context, tx, { workspaceId, evaluationId, sessions }),
    });
    context.note({
      workspaceId,
      actor: { kind: 'guest', id: guest.id },
      object: { kind: 'evaluation', id: evaluationId },
    });
    return {
      body: presentEntry({ ...guest, evaluationId }),
      session: { token, expiresAt, guest: { id: guest.id, evaluationId } },
    };
  });
}

function presentEntry(guest: Guest & { readonly evaluationId: string }) {
  return {
    organization_id: null,
    workspace_id: null,
    evaluation_id: guest.evaluationId,
    profile: presentGuestProfile(guest),
  };
}
