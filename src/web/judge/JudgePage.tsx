import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../../client/api-error.ts';
import { AccountFrame } from '../account/AccountPage.tsx';
import { profileQuery } from '../session/session-queries.ts';
import { beginSession } from '../session/session-state.ts';
import { NotFoundPage } from '../shell/NotFoundPage.tsx';
import { strings } from '../strings.ts';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { GuestEntry } from './GuestEntry.tsx';
import { JudgeScreen } from './JudgeScreen.tsx';
import { briefQuery } from './judge-queries.ts';

const route = getRouteApi('/judge/$evaluationId');

/** The annotator's page, for members and for guests who come by a link. */
export function JudgePage() {
  const { evaluationId } = route.useParams();
  const [token, setToken] = useState(() =>
    new URLSearchParams(location.hash.slice(1)).get('token'),
  );
  const profile = useQuery({ ...profileQuery, retry: false });
  const brief = useQuery({
    ...briefQuery(evaluationId),
    enabled: profile.data !== undefined,
    retry: false,
  });
  const isGuest = profile.data?.email === '';
  useEffect(() => {
    document.title = strings.pageTitle(strings.judging.title);
    if (profile.data !== undefined && !isGuest) beginSession();
  }, [profile.data, isGuest]);

  if (profile.isPending || (profile.data !== undefined && brief.isPending)) return <Opening />;
  // Who came in by this link before and opens it again simply goes on.
  if (profile.data !== undefined && brief.data !== undefined && (token === null || isGuest)) {
    return <JudgeScreen brief={brief.data} annotator={profile.data} />;
  }
  if (token !== null) {
    return (
      <GuestEntry
        token={token}
        member={profile.data !== undefined && !isGuest ? profile.data.username : undefined}
        onEntered={() => setToken(null)}
      />
    );
  }
  if (profile.data === undefined && isStatus(profile.error, 401)) {
    return <Navigate to="/login" search={{ next: `/judge/${evaluationId}` }} replace />;
  }
  if (isStatus(brief.error, 404)) return <NotFoundPage />;
  return (
    <Opening>
      <FailureNotice
        error={profile.error ?? brief.error}
        onRetry={() => void Promise.all([profile.refetch(), brief.refetch()])}
      />
    </Opening>
  );
}

function Opening({ children }: { readonly children?: ReactNode }) {
  return (
    <AccountFrame title={strings.judging.title} text={strings.judging.loading}>
      {children}
    </AccountFrame>
  );
}

function isStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}
