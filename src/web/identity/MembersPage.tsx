import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { Invitation } from '../../contract/identity/organizations.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { Section } from '../ui/Page.tsx';
import { SecretDialog } from '../ui/SecretDialog.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { useCurrentWorkspace } from './current-workspace.ts';
import { InvitationsTable } from './InvitationsTable.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { MembersTable } from './MembersTable.tsx';
import { profileQuery, useMay } from './session-queries.ts';

const route = getRouteApi('/signed-in/settings/members');

export function MembersPage() {
  const workspace = useCurrentWorkspace();
  const { data: profile } = useQuery(profileQuery);
  const may = useMay(workspace?.id);
  const { open } = route.useSearch();
  const navigate = route.useNavigate();
  const [invitations, setInvitations] = useState<readonly Invitation[]>();
  const show = (search: { open?: 'invite' }) =>
    void navigate({ search, replace: true, resetScroll: false });
  if (workspace === undefined || profile === undefined) return <Waiting />;
  const mayInvite = may('add_new_user_to_workspace');
  return (
    <>
      <Section
        title={strings.members.of(workspace.name)}
        actions={
          mayInvite && (
            <Button
              look="primary"
              icon={<UserPlus aria-hidden />}
              onClick={() => show({ open: 'invite' })}
            >
              {strings.members.invite}
            </Button>
          )
        }
      >
        <MembersTable
          workspace={workspace}
          ownId={profile.id}
          mayChange={may('modify_user_roles')}
        />
      </Section>
      {mayInvite && <InvitationsTable workspace={workspace} onLink={setInvitations} />}
      {mayInvite && invitations === undefined && open === 'invite' && (
        <InviteDialog
          workspace={workspace}
          onInvited={(links) => {
            setInvitations(links);
            show({});
          }}
          onClose={() => show({})}
        />
      )}
      {invitations !== undefined && (
        <SecretDialog
          title={strings.members.linksTitle}
          text={strings.members.linksText}
          secrets={invitations.map(({ email, invite_url }) => ({
            label: email,
            secret: invite_url,
          }))}
          onClose={() => setInvitations(undefined)}
        />
      )}
    </>
  );
}
