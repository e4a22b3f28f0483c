import { Problem } from '../../contract/problems.ts';
import { mayDo } from '../../domain/identity/permissions.ts';
import { referenceInPath } from '../../domain/ids.ts';
import { listStandings, notFound, type Standing } from '../../storage/callers.ts';
import type { Transaction } from '../../storage/database.ts';
import { listWorkspacesOfUser } from '../../storage/identity/audit-entries.ts';
import {
  DELETED_NAME,
  eraseGuest,
  eraseUser,
  findPerson,
  listPosts,
  ownsOrganization,
} from '../../storage/identity/people.ts';
import { lockUser } from '../../storage/identity/users.ts';
import { lockWorkspace } from '../../storage/identity/workspaces.ts';
import type { Operation } from '../context.ts';

/**
 * Deletes a person: name, e-mail, password, sessions, keys, memberships and invitations. Judgements
 * and everything else that names their id stay, so that no result changes.
 */
export const deletePerson: Operation<'deletePerson'> = (context, { parameters }) => {
  const workspace = referenceInPath(parameters.workspace_id);
  const person = referenceInPath(parameters.person_id);
  return context.transaction(async (tx) => {
    const standings = await listStandings(tx, context.caller);
    const standing = standings.find(({ workspaceId }) => workspaceId === workspace.id);
    if (standing === undefined) throw notFound('workspace', workspace);
    context.gate.permit(standing);
    if (person.id === undefined) throw notFound('user', person);
    const stored = await findPerson(tx, standing.workspaceId, person.id);
    if (stored === undefined) throw notFound('user', person);
    if (stored.kind === 'guest') await eraseGuest(tx, stored.id, DELETED_NAME);
    else {
      for (const id of await listWorkspacesOfUser(tx, stored.id)) await lockWorkspace(tx, id);
      await lockUser(tx, stored.id);
      // Read again under the locks: another owner may have removed the caller meanwhile.
      await refuseNeeded(tx, stored.id, await listStandings(tx, context.caller));
      await eraseUser(tx, stored.id, context.now);
    }
    return { body: null };
  });
};

/** One account serves all workspaces, and nothing may be left without an owner. */
async function refuseNeeded(
  tx: Transaction,
  userId: string,
  standings: readonly Standing[],
): Promise<void> {
  for (const { workspaceId, roles, otherOwners } of await listPosts(tx, userId)) {
    const own = standings.find((standing) => standing.workspaceId === workspaceId)?.roles ?? [];
    const isOwner = roles.includes('owner');
    if (!mayDo(own, 'modify_user_roles') || (isOwner && !own.includes('owner'))) throw notYours();
    if (isOwner && otherOwners === 0) throw lastOwner('a workspace');
  }
  if (await ownsOrganization(tx, userId)) throw lastOwner('an organization');
}

function notYours(): Problem {
  return new Problem(
    'forbidden',
    'This person belongs to a workspace, or has a role in it, that you may not take away. Remove them from this workspace instead, or ask an owner of the other one.',
    { members: { permission: 'modify_user_roles' } },
  );
}

function lastOwner(what: string): Problem {
  return new Problem(
    'last_owner',
    `This person is the only owner of ${what}, which would be left without one.`,
  );
}
