import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Gavel, Inbox } from 'lucide-react';
import type { ToJudge } from '../../contract/judging/home.ts';
import { useCurrentWorkspace } from '../identity/current-workspace.ts';
import { strings } from '../strings.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import list from '../ui/List.module.css';
import { Page, Section } from '../ui/Page.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { EvaluationList } from './EvaluationList.tsx';
import { homeQuery } from './evaluation-queries.ts';
import { HOME_GROUPS, homeGroupOf } from './home-groups.ts';
import { overviewName } from './overview-name.ts';

/** The signed-in member's tasks to judge and own evaluations. */
export function InboxPage() {
  const workspace = useCurrentWorkspace();
  const home = useQuery({ ...homeQuery(workspace?.id), enabled: workspace !== undefined });
  const { to_judge: toJudge = [], yours = [] } = home.data ?? {};
  const isEmpty = home.isSuccess && toJudge.length === 0 && yours.length === 0;
  const groups = Map.groupBy(yours, homeGroupOf);
  const texts = strings.overviews.home;
  return (
    <Page title={texts.title} subtitle={texts.text}>
      <FailureNotice error={home.error} onRetry={() => void home.refetch()} />
      {home.isPending && <Waiting />}
      {isEmpty && <EmptyState icon={<Inbox />} title={texts.emptyTitle} text={texts.emptyText} />}
      {home.isSuccess && !isEmpty && (
        <Section title={texts.toJudge}>
          {toJudge.length === 0 ? (
            <p className={list['soft']}>{texts.nothingToJudge}</p>
          ) : (
            <ToJudgeList evaluations={toJudge} />
          )}
        </Section>
      )}
      {HOME_GROUPS.map((group) => {
        const evaluations = groups.get(group);
        return (
          evaluations !== undefined && (
            <Section key={group} title={texts.group(texts.groups[group])}>
              <EvaluationList evaluations={evaluations} workspaceId={workspace?.id} />
            </Section>
          )
        );
      })}
    </Page>
  );
}

function ToJudgeList({ evaluations }: { readonly evaluations: readonly ToJudge[] }) {
  return (
    <ul className={list['list']}>
      {evaluations.map(({ evaluation_id, testset_name, remaining, ...names }) => (
        <li key={evaluation_id}>
          <Link
            to="/judge/$evaluationId"
            params={{ evaluationId: evaluation_id }}
            className={list['row']}
          >
            <Gavel aria-hidden />
            <span className={list['name']}>
              {overviewName({ ...names, testset: { name: testset_name } })}
            </span>
            <span className={`${list['soft']} ${list['end']}`}>
              {strings.overviews.home.remaining(remaining)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
