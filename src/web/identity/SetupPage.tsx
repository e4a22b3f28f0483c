import { useNavigate } from '@tanstack/react-router';
import { client, queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { TextField } from '../ui/Field.tsx';
import type { FormValues } from '../ui/form-values.ts';
import { AccountFrame, AccountPage } from './AccountPage.tsx';
import { useFragment } from './fragment.ts';
import { NewPasswordField } from './NewPasswordField.tsx';

export function SetupPage() {
  const token = useFragment().get('token');
  const navigate = useNavigate();
  if (token === null) {
    return <AccountFrame title={strings.account.setupTitle} text={strings.account.setupWaiting} />;
  }
  const setUp = async ({ email = '', username = '', password = '' }: FormValues) => {
    await client.setUp({ body: { token, email, username, password } });
    queryClient.clear();
    await navigate({ to: '/apps', replace: true });
  };
  return (
    <AccountPage
      key={token}
      title={strings.account.setupTitle}
      text={strings.account.setupText}
      submitLabel={strings.account.setUp}
      onSubmit={setUp}
    >
      <TextField
        label={strings.account.email}
        name="email"
        type="email"
        autoComplete="username"
        autoFocus
        required
      />
      <TextField
        label={strings.account.username}
        name="username"
        autoComplete="nickname"
        maxLength={128}
        required
      />
      <NewPasswordField name="password" />
    </AccountPage>
  );
}
