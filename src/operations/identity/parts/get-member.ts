import { Problem } from '../../../contract/problems.ts';
import type { Reference } from '../../../domain/ids.ts';
import { nameKey } from '../../../domain/names.ts';
import { type Caller, listStandings, notFound, type Standing } from '../../../storage/callers.ts';
import type { Transaction } from '../../../storage/database.ts';
import { getOrganization } from '../../../storage/identity/organizations.ts';
import {
  getWorkspace,
  lockWorkspace,
  type Member,
  type Workspace,
} from '../../../storage/identity/workspaces.ts';

/** How a request names a member. */
export interface MemberReference {
  readonly workspace: Reference;
  readonly email: string;
  readonly organization: Reference;
}

export interface NamedMember {
  readonly standing: Standing;
  readonly workspace: Workspace;
  readonly member: Member;
}

/** Finds a member and locks the workspace, so that rules about all members hold. */
export async function getMember(
  tx: Transaction,
  caller: Caller,
  reference: MemberReference,
): Promise<NamedMember> {
  const standings = await listStandings(tx, caller);
  const standing = standings.find(({ workspaceId }) => workspaceId === reference.workspace.id);
  if (standing === undefined) throw notFound('workspace', reference.workspace);
  await lockWorkspace(tx, standing.workspaceId);
  const workspace = await getWorkspace(tx, standing.workspaceId);
  const emailKey = nameKey(reference.email);
  const member = workspace.members.find((candidate) => candidate.emailKey === emailKey);
  if (member === undefined) throw noSuchMember(reference);
  if (standing.organizationId !== reference.organization.id) {
    await getOrganization(tx, caller, reference.organization);
    throw notFound('workspace', reference.workspace);
  }
  return { standing, workspace, member };
}

function noSuchMember({ organization }: MemberReference): Problem {
  // The e-mail is sent beside the id of the organization: in the body, or in the query.
  const members = organization.field === undefined ? {} : { field: 'email' };
  return new Problem(
    'user_not_found',
    'No member of this workspace has this e-mail. Invite the person first.',
    { members },
  );
}
