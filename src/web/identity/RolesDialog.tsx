import { useState } from 'react';
import { ROLE_NAMES, ROLES, type Role } from '../../contract/access.ts';
import { client, queryClient } from '../api.ts';
import { Checks } from '../evaluations/Checks.tsx';
import { strings } from '../strings.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { announce } from '../ui/Toasts.tsx';
import { type Workspace, workspacesQuery } from './session-queries.ts';

interface RolesDialogProps {
  readonly workspace: Workspace;
  readonly member: Workspace['members'][number];
  readonly onClose: () => void;
}

/** All roles of a member at once: what is chosen takes the place of what they have. */
export function RolesDialog({ workspace, member, onClose }: RolesDialogProps) {
  const { user } = member;
  const [chosen, setChosen] = useState<readonly string[]>(
    member.roles.map(({ role_name }) => role_name),
  );
  const texts = strings.members;
  const replace = async (roles: Role[]) => {
    await client.replaceRoles({
      parameters: { workspace_id: workspace.id },
      body: { email: user.email, organization_id: workspace.organization, roles },
    });
    await queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey });
  };
  const save = async () => {
    const before = member.roles.map(({ role_name }) => role_name);
    const roles = ROLE_NAMES.filter((role) => chosen.includes(role));
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
