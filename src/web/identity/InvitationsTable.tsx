import { useQuery } from '@tanstack/react-query';
import type { Invitation } from '../../contract/identity/organizations.ts';
import { client, queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Moment } from '../ui/Moment.tsx';
import { Section } from '../ui/Page.tsx';
import table from '../ui/Table.module.css';
import { announceFailure } from '../ui/Toasts.tsx';
import type { Workspace } from './session-queries.ts';

interface InvitationsTableProps {
  readonly workspace: Workspace;
  readonly onLink: (invitations: readonly Invitation[]) => void;
}

/** Invitations that nobody has accepted yet. Their links cannot be shown again, only made anew. */
export function InvitationsTable({ workspace, onLink }: InvitationsTableProps) {
  const parameters = { org_id: workspace.organization, workspace_id: workspace.id };
  const organization = useQuery({
    queryKey: ['invitations', workspace.organization],
    queryFn: () => client.fetchOrganization({ parameters: { org_id: workspace.organization } }),
  });
  const pending = organization.data?.invitations.filter(
    ({ workspace_id }) => workspace_id === workspace.id,
  );
  const renew = async (email: string) => {
    onLink([await client.resendInvitation({ parameters, body: { email } })]);
    await queryClient.invalidateQueries({ queryKey: ['invitations'] });
  };
  if (organization.error !== null) return <FailureNotice error={organization.error} />;
  if (pending === undefined || pending.length === 0) return null;
  return (
    <Section title={strings.members.pending}>
      <div className={table['frame']}>
        <table className={table['table']}>
          <thead>
            <tr>
              <th scope="col">{strings.account.email}</th>
              <th scope="col">{strings.members.roles}</th>
              <th scope="col">{strings.settings.ends}</th>
              <th scope="col">
                <span className="visually-hidden">{strings.actions.title}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {pending.map(({ email, roles, expiration_date }) => (
              <tr key={email}>
                <td>{email}</td>
                <td>{roles.map((role) => strings.members.roleName(role)).join(', ')}</td>
                <td>
                  <Moment at={expiration_date} />
                </td>
                <td className={table['action']}>
                  <Button
                    look="quiet"
                    aria-label={strings.members.newLinkFor(email)}
                    onClick={() => void renew(email).catch(announceFailure)}
                  >
                    {strings.members.newLink}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
