import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Gavel, Inbox } from 'lucide-react';
import { useCurrentWorkspace } from '../identity/current-workspace.ts';
import { briefQuery } from '../judging/judge-queries.ts';
import { strings } from '../strings.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import list from '../ui/List.module.css';
import { Page } from '../ui/Page.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { appsQuery } from '../variants/app-queries.ts';
import { evaluationsQuery } from './evaluation-queries.ts';

/** Evaluations with tasks for the signed-in member. */
export function InboxPage() {
  const workspace = useCurrentWorkspace();
  const apps = useQuery(appsQuery(workspace?.id));
  const lists = useQueries({
    queries: (apps.data ?? []).map(({ app_id }) => evaluationsQuery(app_id)),
  });
  // A failed run can still have tasks whose outputs are complete.
  const running = lists
    .flatMap(({ data }) => data ?? [])
    .filter(({ status }) => status !== 'EVALUATION_FINISHED');
  const briefs = useQueries({
    // A refusal to judge is a final answer, so it is not asked again.
    queries: running.map(({ id }) => ({ ...briefQuery(id), retry: false })),
  });
  const waiting = running.flatMap((evaluation, index) => {
    const brief = briefs[index]?.data;
    const remaining = brief?.open === true ? brief.progress.remaining : 0;
    return remaining === 0 ? [] : [{ ...evaluation, remaining }];
  });
  const isPending = apps.isPending || [...lists, ...briefs].some((query) => query.isPending);
  const texts = strings.evaluations.inbox;
  return (
    <Page title={texts.title} subtitle={texts.text}>
      <FailureNotice error={apps.error} onRetry={() => void apps.refetch()} />
      {isPending && waiting.length === 0 && <Waiting />}
      {!isPending && waiting.length === 0 && (
        <EmptyState icon={<Inbox />} title={texts.emptyTitle} text={texts.emptyText} />
      )}
      {waiting.length > 0 && (
        <ul className={list['list']}>
          {waiting.map(({ id, testset_name, remaining }) => (
            <li key={id}>
              <Link to="/judge/$evaluationId" params={{ evaluationId: id }} className={list['row']}>
                <Gavel aria-hidden />
                <span className={list['name']}>{strings.evaluations.over(testset_name)}</span>
                <span className={`${list['soft']} ${list['end']}`}>
                  {texts.remaining(remaining)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
