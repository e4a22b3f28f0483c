import { Plus, X } from 'lucide-react';
import { ROLE_NAMES, type Role } from '../../contract/access.ts';
import { client, queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { ActionMenu } from '../ui/ActionMenu.tsx';
import { Badge } from '../ui/Badge.tsx';
import { useConfirm } from '../ui/ConfirmProvider.tsx';
import { Table } from '../ui/Table.tsx';
import { announce, announceFailure } from '../ui/Toasts.tsx';
import styles from './MembersTable.module.css';
import { type Workspace, workspacesQuery } from './session-queries.ts';

type Member = Workspace['members'][number];

interface MembersTableProps {
  readonly workspace: Workspace;
  readonly ownId: string;
  readonly mayChange: boolean;
}

export function MembersTable({ workspace, ownId, mayChange }: MembersTableProps) {
  const change = useMemberChanges(workspace);
  const actionsOf = (member: Member) => {
    const held = member.roles.map(({ role_name }) => role_name);
    return [
      ...ROLE_NAMES.filter((role) => !held.includes(role)).map((role) => ({
        label: strings.members.giveRole(strings.members.roleName(role)),
        icon: <Plus />,
        run: () => change.give(member, role),
      })),
      ...(held.length > 1 ? held : []).map((role) => ({
        label: strings.members.takeRole(strings.members.roleName(role)),
        icon: <X />,
        run: () => change.take(member, role),
      })),
      {
        label: strings.members.remove,
        look: 'danger' as const,
        run: () => change.remove(member),
      },
    ];
  };
  return (
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
  );
}

function useMemberChanges(workspace: Workspace) {
  const confirm = useConfirm();
  const parameters = { workspace_id: workspace.id };
  const org_id = workspace.organization;
  const refresh = () => queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey });
  const assign = async ({ user: { email } }: Member, role: Role) => {
    await client.assignRole({ parameters, body: { email, organization_id: org_id, role } });
    await refresh();
  };
  const unassign = async ({ user: { email } }: Member, role: Role) => {
    await client.unassignRole({ parameters, query: { email, org_id, role } });
    await refresh();
  };
  const remove = async ({ user: { username, email } }: Member) => {
    const isSure = await confirm({
      title: strings.members.removeTitle(username),
      text: strings.members.removeText,
      action: strings.members.remove,
    });
    if (!isSure) return;
    await client.removeMember({ parameters, query: { org_id, email } });
    await refresh();
    announce({ text: strings.members.removed(username) });
  };
  const announceChange = (work: Promise<unknown>, text: string, undo: () => Promise<unknown>) =>
    void work.then(() => announce({ text, undo }), announceFailure);
  return {
    give: (member: Member, role: Role) =>
      announceChange(assign(member, role), strings.members.given(member.user.username, role), () =>
        unassign(member, role),
      ),
    take: (member: Member, role: Role) =>
      announceChange(
        unassign(member, role),
        strings.members.taken(member.user.username, role),
        () => assign(member, role),
      ),
    remove: (member: Member) => void remove(member).catch(announceFailure),
  };
}
