import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../../client/api-error.ts';
import { AccountFrame } from '../identity/AccountPage.tsx';
import { isGuest } from '../identity/session-queries.ts';
import { beginSession } from '../identity/session-state.ts';
import { NotFoundPage } from '../shell/NotFoundPage.tsx';
import { strings } from '../strings.ts';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { GuestEntry } from './GuestEntry.tsx';
import { JudgeScreen } from './JudgeScreen.tsx';
import { entryQuery } from './judge-queries.ts';

const route = getRouteApi('/judge/$evaluationId');

/** The annotator's page, for members and, named in its address, for guests who come by a link. */
export function JudgePage() {
  const { evaluationId } = route.useParams();
  const { as } = route.useSearch();
  const [token, setToken] = useState(() =>
    new URLSearchParams(location.hash.slice(1)).get('token'),
  );
  const { data: entry, error, isPending, refetch } = useQuery(entryQuery(evaluationId, as));
  const annotator = entry?.annotator;
  useEffect(() => {
    document.title = strings.pageTitle(strings.judging.title);
    if (annotator !== undefined && !isGuest(annotator)) beginSession(annotator);
  }, [annotator]);

  if (isPending) return <Opening />;
  // A guest who opens their link again continues with the session they have.
  if (entry !== undefined && (token === null || isGuest(entry.annotator))) {
    return <JudgeScreen key={entry.annotator.id} {...entry} />;
  }
  if (token !== null) {
    return (
      <GuestEntry token={token} member={annotator?.username} onEntered={() => setToken(null)} />
    );
  }
  if (isStatus(error, 401) && as === undefined) {
    return <Navigate to="/login" search={{ next: `/judge/${evaluationId}` }} replace />;
  }
  if (isStatus(error, 401)) {
    return <AccountFrame title={strings.judging.title} text={strings.judging.guest.ended} />;
  }
  if (isStatus(error, 404)) return <NotFoundPage />;
  return (
    <Opening>
      <FailureNotice error={error} onRetry={() => void refetch()} />
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
