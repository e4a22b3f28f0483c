import { useState } from 'react';
import { ROLE_NAMES, ROLES, type Role } from '../../contract/access.ts';
import { client, queryClient } from '../api.ts';
import { Checks } from '../evaluations/Checks.tsx';
import { strings } from '../strings.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { announce } from '../ui/Toasts.tsx';
import { type Workspace, workspacesQuery } from './session-queries.ts';

type Member = Workspace['members'][number];

interface RolesDialogProps {
  readonly workspace: Workspace;
  readonly member: Member;
  readonly onClose: () => void;
}

/**
 * All roles of a member. Saves only those that the user changed, so a role that another owner has
 * just removed does not come back.
 */
export function RolesDialog({ workspace, member, onClose }: RolesDialogProps) {
  const { user } = member;
  const [original] = useState(() => rolesOf(member));
  const [chosen, setChosen] = useState<readonly string[]>(original);
  const texts = strings.members;
  const replace = async (roles: Role[]) => {
    await client.replaceRoles({
      parameters: { workspace_id: workspace.id },
      body: { email: user.email, organization_id: workspace.organization, roles },
    });
    await queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey });
  };
  const save = async () => {
    const before = await fetchRoles(workspace, user.id);
    const roles = ROLE_NAMES.filter((role) => {
      const isUnchanged = chosen.includes(role) === original.includes(role);
      return (isUnchanged ? before : chosen).includes(role);
    });
    await replace(roles);
    announce({ text: texts.changed(user.username, roles), undo: () => replace(before) });
    onClose();
  };
  return (
    <FormDialog
      title={texts.rolesOf(user.username)}
      submitLabel={strings.actions.save}
      canSubmit={chosen.length > 0}
      onSubmit={save}
      onClose={onClose}
    >
      <Checks
        legend={texts.roles}
        options={ROLE_NAMES.map((role) => ({
          value: role,
          label: texts.roleLine(role, ROLES[role].description),
        }))}
        chosen={chosen}
        onChange={setChosen}
      />
    </FormDialog>
  );
}

function rolesOf(member: Pick<Member, 'roles'> | undefined): Role[] {
  return member?.roles.map(({ role_name }) => role_name) ?? [];
}

/** Asks the server: the list on the page may be out of date. */
async function fetchRoles({ id, organization }: Workspace, userId: string): Promise<Role[]> {
  const { workspaces } = await client.fetchOrganization({ parameters: { org_id: organization } });
  const members = workspaces.find((workspace) => workspace.id === id)?.members ?? [];
  return rolesOf(members.find(({ user }) => user.id === userId));
}
