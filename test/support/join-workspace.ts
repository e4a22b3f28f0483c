import type { Role } from '../../src/contract/access.ts';
import type { Member } from './builders.ts';
import { tokenIn } from './requests.ts';

interface Invited {
  readonly guest: Member;
  readonly roles: readonly Role[];
  /** The host's own one if left out. */
  readonly workspaceId?: string;
}

/** Lets somebody with an account join a workspace of the host's organization. */
export async function joinWorkspace(host: Member, invited: Invited): Promise<void> {
  const { guest, roles, workspaceId = host.workspaceId } = invited;
  const parameters = { org_id: host.organizationId, workspace_id: workspaceId };
  const [invitation] = await host.browser.inviteToWorkspace({
    parameters,
    body: [{ email: guest.email, roles: [...roles] }],
  });
  const token = tokenIn(invitation?.invite_url);
  await guest.browser.acceptInvitation({ parameters, body: { token } });
}
