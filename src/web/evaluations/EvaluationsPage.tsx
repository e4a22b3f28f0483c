import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Calculator, Gavel, Plus, SearchX } from 'lucide-react';
import { useMay } from '../identity/session-queries.ts';
import { strings } from '../strings.ts';
import { withTopNotice } from '../top-notice.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Page } from '../ui/Page.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { appQuery } from '../variants/app-queries.ts';
import { EvaluationFilters } from './EvaluationFilters.tsx';
import { EvaluationList } from './EvaluationList.tsx';
import { overviewsQuery } from './evaluation-queries.ts';
import { filterOf } from './overview-search.ts';

const route = getRouteApi('/signed-in/apps/$appId/evaluations/');

export function EvaluationsPage() {
  const { appId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: app } = useQuery(withTopNotice(appQuery(appId)));
  const pages = useInfiniteQuery({
    ...overviewsQuery(appId, filterOf(search)),
    // Reading results stores a headline, which the list shows.
    staleTime: 0,
    // The list stays while another filter loads.
    placeholderData: (previous) => previous,
  });
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
  const evaluations = pages.data?.items ?? [];
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  const hasNoRows = pages.isSuccess && evaluations.length === 0;
  const isEmpty = hasNoRows && !isFiltered;
  const texts = strings.overviews.filters;
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
      {!isEmpty && (
        <EvaluationFilters
          appId={appId}
          search={search}
          onChange={(next) => void navigate({ search: next, replace: true })}
        />
      )}
      <FailureNotice error={pages.error} onRetry={() => void pages.refetch()} />
      {pages.isPending && <Waiting />}
      {isEmpty && (
        <EmptyState
          icon={<Gavel />}
          title={strings.evaluations.emptyTitle}
          text={strings.evaluations.emptyText}
        >
          {create}
          {plan}
          <LinkButton
            to="/apps/$appId/evaluations"
            params={{ appId }}
            search={{ archived: true }}
            look="quiet"
          >
            {texts.openArchive}
          </LinkButton>
        </EmptyState>
      )}
      {hasNoRows && isFiltered && (
        <EmptyState icon={<SearchX />} title={texts.nothingTitle} text={texts.nothingText} />
      )}
      {evaluations.length > 0 && (
        <EvaluationList evaluations={evaluations} workspaceId={app?.value.workspace_id} />
      )}
      <ShowMore pages={pages} label={texts.more} />
    </Page>
  );
}
