import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { ApiError } from '../../client/api-error.ts';
import { AccountFrame } from '../identity/AccountPage.tsx';
import { keepGuestPage } from '../identity/guest-page.ts';
import { isGuest } from '../identity/is-guest.ts';
import { beginSession } from '../identity/session-state.ts';
import { NotFoundPage } from '../shell/NotFoundPage.tsx';
import { strings } from '../strings.ts';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { GuestEntry } from './GuestEntry.tsx';
import { JudgeScreen } from './JudgeScreen.tsx';
import { entryQuery } from './judge-queries.ts';
import { keepPageOffline } from './offline-page.ts';

const route = getRouteApi('/judge/$evaluationId');

/** The judge page, for members and for guests, whom its URL names. */
export function JudgePage() {
  const { evaluationId } = route.useParams();
  const { as } = route.useSearch();
  // The user may open another link in the same tab: only its hash differs.
  const hash = useLocation({ select: (location) => location.hash });
  const token = new URLSearchParams(hash).get('token');
  const place = { evaluationId, annotatorId: as, hasLink: token !== null };
  const { data: entry, error, isPending, refetch } = useQuery(entryQuery(place));
  const annotator = entry?.kind === 'annotator' ? entry.annotator : undefined;
  useEffect(() => {
    document.title = strings.pageTitle(strings.judging.title);
    if (annotator === undefined) return;
    if (isGuest(annotator)) keepGuestPage(evaluationId, annotator.id);
    else beginSession(annotator);
    keepPageOffline();
  }, [annotator, evaluationId]);

  if (isPending) return <Opening />;
  // A guest who opens their link again keeps their session.
  if (entry?.kind === 'annotator') return <JudgeScreen key={entry.annotator.id} {...entry} />;
  if (token !== null) {
    const member = entry?.kind === 'member with link' ? entry.username : undefined;
    return <GuestEntry key={token} token={token} member={member} />;
  }
  if (entry?.kind === 'signed out' && as === undefined) {
    return <Navigate to="/login" search={{ next: `/judge/${evaluationId}` }} replace />;
  }
  if (entry?.kind === 'signed out') {
    return <AccountFrame title={strings.judging.title} text={strings.judging.guest.ended} />;
  }
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
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
