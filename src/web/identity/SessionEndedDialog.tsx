import { useQueryClient } from '@tanstack/react-query';
import { client } from '../api.ts';
import { strings } from '../strings.ts';
import { TextField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import type { FormValues } from '../ui/form-values.ts';
import { openSignIn } from './open-sign-in.ts';
import { profileQuery } from './session-queries.ts';
import { beginSession, ownerOfPage, useSessionState } from './session-state.ts';

/** Asks the user to sign in again over the page, so no typed text is lost. */
export function SessionEndedDialog() {
  const isEnded = useSessionState() === 'ended';
  const queries = useQueryClient();
  if (!isEnded) return null;
  const owner = ownerOfPage();
  const email = owner?.email ?? queries.getQueryData(profileQuery.queryKey)?.email;
  const signIn = async ({ email = '', password = '' }: FormValues) => {
    await client.logIn({ body: { email, password } });
    beginSession(owner);
    await queries.invalidateQueries();
  };
  return (
    <FormDialog
      title={strings.session.endedTitle}
      description={
        owner === undefined ? strings.session.endedText : strings.session.endedFor(owner.username)
      }
      submitLabel={strings.account.signIn}
      onSubmit={signIn}
      alternative={{ label: strings.session.leave, run: openSignIn }}
    >
      <TextField
        label={strings.account.email}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        autoFocus={email === undefined}
        required
      />
      <TextField
        label={strings.account.password}
        name="password"
        type="password"
        autoComplete="current-password"
        autoFocus={email !== undefined}
        required
      />
    </FormDialog>
  );
}
