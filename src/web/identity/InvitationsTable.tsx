import { useQuery } from '@tanstack/react-query';
import type { Invitation } from '../../contract/identity/organizations.ts';
import { client, queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { useConfirm } from '../ui/ConfirmProvider.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Moment } from '../ui/Moment.tsx';
import { Section } from '../ui/Page.tsx';
import { Table } from '../ui/Table.tsx';
import { announce, announceFailure } from '../ui/Toasts.tsx';
import type { Workspace } from './session-queries.ts';

interface InvitationsTableProps {
  readonly workspace: Workspace;
  readonly onLink: (invitations: readonly Invitation[]) => void;
}

/** Pending invitations. Links are shown only once, so each invitation can get a new one. */
export function InvitationsTable({ workspace, onLink }: InvitationsTableProps) {
  const confirm = useConfirm();
  const texts = strings.members;
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
  const withdraw = async (email: string) => {
    const isSure = await confirm({
      title: texts.withdrawTitle(email),
      text: texts.withdrawText,
      action: texts.withdraw,
    });
    if (!isSure) return;
    await client.withdrawInvitation({ parameters, query: { email } });
    await queryClient.invalidateQueries({ queryKey: ['invitations'] });
    announce({ text: texts.withdrawn(email) });
  };
  if (organization.error !== null) {
    return <FailureNotice error={organization.error} onRetry={() => void organization.refetch()} />;
  }
  if (pending === undefined || pending.length === 0) return null;
  return (
    <Section title={strings.members.pending}>
      <Table
        rows={pending}
        rowKey={({ email }) => email}
        columns={[
          { title: strings.account.email, cell: ({ email }) => email },
          {
            title: strings.members.roles,
            cell: ({ roles }) => roles.map((role) => strings.members.roleName(role)).join(', '),
          },
          {
            title: strings.settings.ends,
            cell: ({ expiration_date }) => <Moment at={expiration_date} />,
          },
          {
            kind: 'action',
            cell: ({ email }) => (
              <>
                <Button
                  look="quiet"
                  aria-label={texts.newLinkFor(email)}
                  onClick={() => void renew(email).catch(announceFailure)}
                >
                  {texts.newLink}
                </Button>
                <Button
                  look="quiet"
                  aria-label={texts.withdrawFor(email)}
                  onClick={() => void withdraw(email).catch(announceFailure)}
                >
                  {texts.withdraw}
                </Button>
              </>
            ),
          },
        ]}
      />
    </Section>
  );
}
