import type { Client } from '../../src/client/client.ts';
import type { Role } from '../../src/contract/access.ts';
import type { Member } from './builders.ts';
import { tokenIn } from './requests.ts';

/** The path of a member's workspace. */
export function placeOf(host: Pick<Member, 'organizationId' | 'workspaceId'>) {
  return { org_id: host.organizationId, workspace_id: host.workspaceId };
}

type NewInvitation = Parameters<Client['inviteToWorkspace']>[0]['body'][number];

/** Invites one person to the host's workspace and returns the secret of the link. */
export async function invite(host: Member, body: NewInvitation): Promise<string> {
  const [invitation] = await host.browser.inviteToWorkspace({
    parameters: placeOf(host),
    body: [body],
  });
  return tokenIn(invitation?.invite_url);
}

export function accept(guest: Member, host: Member, token: string) {
  return guest.browser.reply.acceptInvitation({ parameters: placeOf(host), body: { token } });
}

interface Joining {
  readonly guest: Member;
  readonly roles: readonly Role[];
  /** By default the host's own. */
  readonly workspaceId?: string;
}

/** Lets a user join a workspace of the host's organization. */
export async function joinWorkspace(host: Member, joining: Joining): Promise<void> {
  const { guest, roles, workspaceId = host.workspaceId } = joining;
  const there = { ...host, workspaceId };
  const token = await invite(there, { email: guest.email, roles: [...roles] });
  const { status } = await accept(guest, there, token);
  if (status !== 200) throw new Error(`Joining was answered with ${status}.`);
}
