import { useMutation, useQuery } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { client, queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { TextField } from '../ui/Field.tsx';
import { readForm } from '../ui/form-values.ts';
import { Moment } from '../ui/Moment.tsx';
import { Section } from '../ui/Page.tsx';
import { announce } from '../ui/Toasts.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import styles from './ProfilePage.module.css';
import { SessionsList } from './SessionsList.tsx';
import { profileQuery } from './session-queries.ts';

export function ProfilePage() {
  const { data: profile } = useQuery(profileQuery);
  return (
    <>
      <Section title={strings.settings.you}>
        {profile !== undefined && (
          <dl className={styles['facts']}>
            <dt>{strings.account.username}</dt>
            <dd>{profile.username}</dd>
            <dt>{strings.account.email}</dt>
            <dd>{profile.email}</dd>
            <dt>{strings.settings.memberSince}</dt>
            <dd>
              <Moment at={profile.created_at} />
            </dd>
          </dl>
        )}
      </Section>
      <Section title={strings.settings.password}>
        <PasswordForm email={profile?.email} />
      </Section>
      <Section title={strings.settings.sessions}>
        <SessionsList />
      </Section>
    </>
  );
}

function PasswordForm({ email }: { readonly email: string | undefined }) {
  const changing = useMutation({
    mutationFn: async (form: HTMLFormElement) => {
      const { current_password = '', new_password = '' } = readForm(form);
      await client.changePassword({ body: { current_password, new_password } });
      form.reset();
      announce({ text: strings.settings.passwordChanged });
      await queryClient.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    changing.mutate(event.currentTarget);
  };
  return (
    <form onSubmit={submit} className={`form-fields ${styles['password']}`}>
      {/* Password managers read from it whose password changes. */}
      <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
      <TextField
        label={strings.account.currentPassword}
        name="current_password"
        type="password"
        autoComplete="current-password"
        required
      />
      <NewPasswordField name="new_password" />
      <FailureNotice error={changing.error} />
      <div>
        <Button type="submit" isBusy={changing.isPending}>
          {strings.settings.changePassword}
        </Button>
      </div>
    </form>
  );
}
