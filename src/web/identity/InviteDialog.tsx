import { ROLES, type Role } from '../../contract/access.ts';
import type { Invitation } from '../../contract/identity/organizations.ts';
import { client, queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { SelectField, TextAreaField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import type { FormValues } from '../ui/form-values.ts';
import { INVITABLE_ROLES } from './role-names.ts';
import type { Workspace } from './session-queries.ts';

interface InviteDialogProps {
  readonly workspace: Workspace;
  readonly onInvited: (invitations: readonly Invitation[]) => void;
  readonly onClose: () => void;
}

export function InviteDialog({ workspace, onInvited, onClose }: InviteDialogProps) {
  const invite = async ({ emails = '', role = '' }: FormValues) => {
    const roles = INVITABLE_ROLES.filter((name) => name === role);
    const people = emails.split(/[\s,;]+/).filter((email) => email !== '');
    const invitations = await client.inviteToWorkspace({
      parameters: { org_id: workspace.organization, workspace_id: workspace.id },
      body: people.map((email) => ({ email, roles })),
    });
    await queryClient.invalidateQueries({ queryKey: ['invitations'] });
    onInvited(invitations);
  };
  return (
    <FormDialog
      title={strings.members.invite}
      description={strings.members.inviteText}
      submitLabel={strings.members.makeLinks}
      onSubmit={invite}
      onClose={onClose}
    >
      <TextAreaField
        label={strings.members.emails}
        hint={strings.members.emailsHint}
        name="emails"
        autoFocus
        required
      />
      <SelectField label={strings.members.role} name="role" defaultValue={'editor' satisfies Role}>
        {INVITABLE_ROLES.map((role) => (
          <option key={role} value={role}>
            {strings.members.roleLine(role, ROLES[role].description)}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}
