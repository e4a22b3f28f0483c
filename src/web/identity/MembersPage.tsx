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

type Open =
  | { readonly kind: 'invite' }
  | { readonly kind: 'links'; readonly invitations: readonly Invitation[] };

export function MembersPage() {
  const workspace = useCurrentWorkspace();
  const { data: profile } = useQuery(profileQuery);
  const may = useMay(workspace?.id);
  const search = route.useSearch();
  const [open, setOpen] = useState<Open | undefined>(
    search.open === 'invite' ? { kind: 'invite' } : undefined,
  );
  const showLinks = (invitations: readonly Invitation[]) => setOpen({ kind: 'links', invitations });
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
              onClick={() => setOpen({ kind: 'invite' })}
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
      {mayInvite && <InvitationsTable workspace={workspace} onLink={showLinks} />}
      {open?.kind === 'invite' && (
        <InviteDialog
          workspace={workspace}
          onInvited={showLinks}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.kind === 'links' && (
        <SecretDialog
          title={strings.members.linksTitle}
          text={strings.members.linksText}
          secrets={open.invitations.map(({ email, invite_url }) => ({
            label: email,
            secret: invite_url,
          }))}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
