import { useNavigate } from '@tanstack/react-router';
import { client } from '../api.ts';
import { AccountPage } from '../identity/AccountPage.tsx';
import { strings } from '../strings.ts';
import { NameField } from '../ui/Field.tsx';
import type { FormValues } from '../ui/form-values.ts';

interface GuestEntryProps {
  readonly token: string;
  /** The signed-in member, who stays signed in. */
  readonly member: string | undefined;
}

/** Asks for a name once and exchanges the link for a guest session; a member's session stays. */
export function GuestEntry({ token, member }: GuestEntryProps) {
  const texts = strings.judging.guest;
  const navigate = useNavigate({ from: '/judge/$evaluationId' });
  const enter = async ({ username = '' }: FormValues) => {
    const { profile } = await client.exchangeInvitation({ body: { token, username } });
    // The used token must not stay in the browser's history.
    await navigate({ to: '.', search: { as: profile.id }, hash: '', replace: true });
  };
  return (
    <AccountPage
      title={texts.title}
      text={
        <>
          <p>{texts.text}</p>
          {member !== undefined && <p role="note">{texts.beside(member)}</p>}
        </>
      }
      submitLabel={texts.begin}
      onSubmit={enter}
    >
      <NameField label={texts.name} name="username" autoComplete="nickname" />
    </AccountPage>
  );
}
