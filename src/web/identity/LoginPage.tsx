import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { client, queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { TextField } from '../ui/Field.tsx';
import type { FormValues } from '../ui/form-values.ts';
import { AccountFrame, AccountPage } from './AccountPage.tsx';
import { lastGuestPage } from './guest-page.ts';

const route = getRouteApi('/login');

export function LoginPage() {
  const { next } = route.useSearch();
  const router = useRouter();
  const setup = useQuery({ queryKey: ['setup'], queryFn: () => client.checkSetup() });
  const signIn = async ({ email = '', password = '' }: FormValues) => {
    await client.logIn({ body: { email, password } });
    queryClient.clear();
    router.history.push(ownPath(next));
  };
  if (setup.data?.required === true) {
    return <AccountFrame title={strings.account.setupTitle} text={strings.account.setupWaiting} />;
  }
  return (
    <AccountPage
      title={strings.account.signInTitle}
      submitLabel={strings.account.signIn}
      onSubmit={signIn}
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
        label={strings.account.password}
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      <BackToTasks />
    </AccountPage>
  );
}

function BackToTasks() {
  const page = lastGuestPage();
  if (page === undefined) return null;
  return (
    <Link
      to="/judge/$evaluationId"
      params={{ evaluationId: page.evaluationId }}
      search={{ as: page.annotatorId }}
    >
      {strings.judging.guest.back}
    </Link>
  );
}

/** Only paths of this site: a link must not send users elsewhere after they sign in. */
function ownPath(next: string | undefined): string {
  const url = next === undefined ? null : URL.parse(next, location.origin);
  if (url === null || url.origin !== location.origin) return '/apps';
  return `${url.pathname}${url.search}`;
}
