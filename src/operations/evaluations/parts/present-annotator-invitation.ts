import type { AnnotatorInvitation } from '../../../contract/evaluations/annotator-invitations.ts';
import { formatTimestamp } from '../../../domain/timestamps.ts';
import type { AnnotatorInvitation as StoredInvitation } from '../../../storage/evaluations/annotator-invitations.ts';

export function presentAnnotatorInvitation(invitation: StoredInvitation): AnnotatorInvitation {
  const { revokedAt } = invitation;
  return {
    id: invitation.id,
    created_by: invitation.createdBy,
    created_at: formatTimestamp(invitation.createdAt),
    expires_at: formatTimestamp(invitation.expiresAt),
    revoked_at: revokedAt === null ? null : formatTimestamp(revokedAt),
    max_uses: invitation.maxUses,
    used: invitation.used,
  };
}
