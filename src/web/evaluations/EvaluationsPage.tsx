import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Calculator, Gavel, Plus } from 'lucide-react';
import { useMay } from '../identity/session-queries.ts';
import { strings } from '../strings.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Page } from '../ui/Page.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { appQuery } from '../variants/app-queries.ts';
import { EvaluationList } from './EvaluationList.tsx';
import { evaluationsQuery } from './evaluation-queries.ts';

const route = getRouteApi('/signed-in/apps/$appId/evaluations/');

export function EvaluationsPage() {
  const { appId } = route.useParams();
  const { data: app } = useQuery(appQuery(appId));
  const evaluations = useQuery(evaluationsQuery(appId));
  const may = useMay(app?.value.workspace_id);
  const create = may('create_evaluation') && (
    <LinkButton
      to="/apps/$appId/evaluations/new"
      params={{ appId }}
      look="primary"
      icon={<Plus aria-hidden />}
    >
      {strings.evaluations.create}
    </LinkButton>
  );
  const plan = (
    <LinkButton to="/plan" icon={<Calculator aria-hidden />}>
      {strings.planning.open}
    </LinkButton>
  );
  const isEmpty = evaluations.data?.length === 0;
  return (
    <Page
      title={strings.evaluations.title}
      actions={
        !isEmpty && (
          <>
            {plan}
            {create}
          </>
        )
      }
    >
      <FailureNotice error={evaluations.error} onRetry={() => void evaluations.refetch()} />
      {evaluations.isPending && <Waiting />}
      {isEmpty && (
        <EmptyState
          icon={<Gavel />}
          title={strings.evaluations.emptyTitle}
          text={strings.evaluations.emptyText}
        >
          {create}
          {plan}
        </EmptyState>
      )}
      {evaluations.data !== undefined && !isEmpty && (
        <EvaluationList evaluations={evaluations.data} />
      )}
    </Page>
  );
}
