import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client, queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { NameField } from '../ui/Field.tsx';
import type { FormValues } from '../ui/form-values.ts';
import { AccountFrame, AccountPage } from './AccountPage.tsx';
import { useFragment } from './fragment.ts';
import { NewPasswordField } from './NewPasswordField.tsx';
import { findSignedIn } from './session-queries.ts';

/** Signed-in users join with their account; other visitors create one. */
export function InvitePage() {
  const fragment = useFragment();
  const token = fragment.get('token');
  const member = useQuery({
    queryKey: ['invited'],
    queryFn: async () => (await findSignedIn(queryClient)) ?? null,
    retry: false,
  });
  if (token === null) {
    return <AccountFrame title={strings.account.inviteTitle} text={strings.account.inviteBroken} />;
  }
  if (member.data === undefined) {
    return (
      <AccountFrame title={strings.account.inviteTitle}>
        <FailureNotice error={member.error} onRetry={() => void member.refetch()} />
      </AccountFrame>
    );
  }
  if (member.data === null) return <JoinAsNewcomer key={token} token={token} />;
  const place = {
    org_id: fragment.get('organization') ?? '',
    workspace_id: fragment.get('workspace') ?? '',
  };
  return <JoinAs key={token} username={member.data.username} token={token} place={place} />;
}

function JoinAsNewcomer({ token }: { readonly token: string }) {
  const navigate = useNavigate();
  const join = async ({ username = '', password = '' }: FormValues) => {
    await client.exchangeInvitation({ body: { token, username, password } });
    queryClient.clear();
    await navigate({ to: '/apps', replace: true });
  };
  return (
    <AccountPage
      title={strings.account.inviteTitle}
      text={strings.account.inviteText}
      submitLabel={strings.account.join}
      onSubmit={join}
    >
      <NameField label={strings.account.username} name="username" autoComplete="nickname" />
      <NewPasswordField name="password" />
    </AccountPage>
  );
}

interface JoinAsProps {
  readonly username: string;
  readonly token: string;
  readonly place: { readonly org_id: string; readonly workspace_id: string };
}

function JoinAs({ username, token, place }: JoinAsProps) {
  const navigate = useNavigate();
  const joining = useMutation({
    mutationFn: () => client.acceptInvitation({ parameters: place, body: { token } }),
    onSuccess: async () => {
      queryClient.clear();
      await navigate({ to: '/apps', replace: true });
    },
  });
  return (
    <AccountFrame title={strings.account.inviteTitle} text={strings.account.inviteAs(username)}>
      <FailureNotice error={joining.error} />
      <Button look="primary" isBusy={joining.isPending} onClick={() => joining.mutate()}>
        {strings.account.join}
      </Button>
    </AccountFrame>
  );
}
