import { AccountPage } from '../account/AccountPage.tsx';
import { client, queryClient } from '../api.ts';
import { forgetSession } from '../session/session-state.ts';
import { strings } from '../strings.ts';
import { TextField } from '../ui/Field.tsx';
import type { FormValues } from '../ui/form-values.ts';

interface GuestEntryProps {
  readonly token: string;
  /** Whoever is signed in here, and would not be any more. */
  readonly member: string | undefined;
  readonly onEntered: () => void;
}

/** Asks for a name once and trades the link for a session. */
export function GuestEntry({ token, member, onEntered }: GuestEntryProps) {
  const texts = strings.judging.guest;
  const enter = async ({ username = '' }: FormValues) => {
    await client.exchangeInvitation({ body: { token, username } });
    forgetSession();
    // The token has done its work; nobody shall find it in the history of the browser.
    history.replaceState(history.state, '', location.pathname);
    await queryClient.resetQueries();
    onEntered();
  };
  return (
    <AccountPage
      title={texts.title}
      text={
        <>
          <p>{texts.text}</p>
          {member !== undefined && <p role="note">{texts.replaces(member)}</p>}
        </>
      }
      submitLabel={texts.begin}
      onSubmit={enter}
    >
      <TextField
        label={texts.name}
        name="username"
        autoComplete="nickname"
        maxLength={128}
        autoFocus
        required
      />
    </AccountPage>
  );
}
