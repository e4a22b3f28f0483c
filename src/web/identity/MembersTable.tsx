import { KeyRound, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { Output } from '../../contract/api.ts';
import { client, queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { ActionMenu } from '../ui/ActionMenu.tsx';
import { Badge } from '../ui/Badge.tsx';
import { useConfirm } from '../ui/ConfirmProvider.tsx';
import { SecretDialog } from '../ui/SecretDialog.tsx';
import { Table } from '../ui/Table.tsx';
import { announce, announceFailure } from '../ui/Toasts.tsx';
import styles from './MembersTable.module.css';
import { RolesDialog } from './RolesDialog.tsx';
import { type Workspace, workspacesQuery } from './session-queries.ts';

type Member = Workspace['members'][number];
type ResetLink = Output<'createPasswordReset'> & { readonly email: string };

interface MembersTableProps {
  readonly workspace: Workspace;
  readonly ownId: string;
  readonly mayChange: boolean;
}

export function MembersTable({ workspace, ownId, mayChange }: MembersTableProps) {
  const remove = useRemoval(workspace);
  const erase = useDeletion(workspace);
  const [editedMember, setEditedMember] = useState<Member>();
  const [link, setLink] = useState<ResetLink>();
  const reset = useReset(workspace, setLink);
  const isOwner = workspace.members.some(
    ({ user, roles }) => user.id === ownId && roles.some(({ role_name }) => role_name === 'owner'),
  );
  const actionsOf = (member: Member) => [
    { label: strings.members.changeRoles, icon: <Pencil />, run: () => setEditedMember(member) },
    ...(isOwner && member.user.id !== ownId
      ? [{ label: strings.members.resetPassword, icon: <KeyRound />, run: () => reset(member) }]
      : []),
    { label: strings.members.remove, look: 'danger' as const, run: () => remove(member) },
    ...(member.user.id === ownId
      ? []
      : [{ label: strings.members.erase, look: 'danger' as const, run: () => erase(member) }]),
  ];
  return (
    <>
      <Table
        rows={workspace.members}
        rowKey={({ user }) => user.id}
        columns={[
          {
            title: strings.account.username,
            cell: ({ user }) => (
              <>
                {user.username} {user.id === ownId && <Badge>{strings.settings.you}</Badge>}
              </>
            ),
          },
          { title: strings.account.email, cell: ({ user }) => user.email },
          {
            title: strings.members.roles,
            cell: ({ roles }) => (
              <span className={styles['roles']}>
                {roles.map(({ role_name, role_description }) => (
                  <span key={role_name} title={role_description}>
                    <Badge>{strings.members.roleName(role_name)}</Badge>
                  </span>
                ))}
              </span>
            ),
          },
          {
            kind: 'action',
            cell: (member) =>
              mayChange && (
                <ActionMenu
                  label={strings.members.actionsOf(member.user.username)}
                  actions={actionsOf(member)}
                />
              ),
          },
        ]}
      />
      {link !== undefined && (
        <SecretDialog
          title={strings.members.resetLinkTitle}
          text={strings.members.resetLinkText}
          secrets={[{ label: link.email, secret: link.reset_url }]}
          onClose={() => setLink(undefined)}
        />
      )}
      {editedMember !== undefined && (
        <RolesDialog
          workspace={workspace}
          member={editedMember}
          onClose={() => setEditedMember(undefined)}
        />
      )}
    </>
  );
}

function useReset(
  workspace: Workspace,
  onLink: (link: ResetLink) => void,
): (member: Member) => void {
  const confirm = useConfirm();
  const reset = async ({ user: { username, email } }: Member) => {
    const isSure = await confirm({
      title: strings.members.resetTitle(username),
      text: strings.members.resetText,
      action: strings.members.resetMake,
    });
    if (!isSure) return;
    const link = await client.createPasswordReset({
      parameters: { workspace_id: workspace.id },
      body: { organization_id: workspace.organization, email },
    });
    onLink({ ...link, email });
  };
  return (member) => void reset(member).catch(announceFailure);
}

function useRemoval(workspace: Workspace): (member: Member) => void {
  const confirm = useConfirm();
  const remove = async ({ user: { username, email } }: Member) => {
    const isSure = await confirm({
      title: strings.members.removeTitle(username),
      text: strings.members.removeText,
      action: strings.members.remove,
    });
    if (!isSure) return;
    await client.removeMember({
      parameters: { workspace_id: workspace.id },
      query: { org_id: workspace.organization, email },
    });
    await queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey });
    announce({ text: strings.members.removed(username) });
  };
  return (member) => void remove(member).catch(announceFailure);
}

function useDeletion(workspace: Workspace): (member: Member) => void {
  const confirm = useConfirm();
  const erase = async ({ user: { id, username } }: Member) => {
    const isSure = await confirm({
      title: strings.members.eraseTitle(username),
      text: strings.members.eraseText,
      action: strings.members.eraseAction,
    });
    if (!isSure) return;
    await client.deletePerson({ parameters: { workspace_id: workspace.id, person_id: id } });
    await queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey });
    announce({ text: strings.members.erased });
  };
  return (member) => void erase(member).catch(announceFailure);
}
