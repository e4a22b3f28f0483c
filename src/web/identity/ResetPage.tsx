import { useNavigate } from '@tanstack/react-router';
import { client, queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import type { FormValues } from '../ui/form-values.ts';
import { announce } from '../ui/Toasts.tsx';
import { AccountFrame, AccountPage } from './AccountPage.tsx';
import { useFragment } from './fragment.ts';
import { NewPasswordField } from './NewPasswordField.tsx';

/** Opened by a link from an owner: the member chooses a new password. */
export function ResetPage() {
  const token = useFragment().get('token');
  const navigate = useNavigate();
  const texts = strings.account;
  if (token === null) return <AccountFrame title={texts.resetTitle} text={texts.resetBroken} />;
  const save = async ({ password = '' }: FormValues) => {
    await client.resetPassword({ body: { token, new_password: password } });
    queryClient.clear();
    announce({ text: texts.resetDone });
    await navigate({ to: '/login', replace: true });
  };
  return (
    <AccountPage
      key={token}
      title={texts.resetTitle}
      text={texts.resetText}
      submitLabel={texts.resetSave}
      onSubmit={save}
    >
      <NewPasswordField name="password" />
    </AccountPage>
  );
}
