import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Rocket } from 'lucide-react';
import type { EnvironmentOutput } from '../../contract/variants/environments.ts';
import { useMay } from '../identity/session-queries.ts';
import { strings } from '../strings.ts';
import { withTopNotice } from '../top-notice.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Page, Section } from '../ui/Page.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { appQuery, environmentsQuery } from './app-queries.ts';
import { EnvironmentHistory } from './EnvironmentHistory.tsx';
import { EnvironmentsStrip } from './EnvironmentsStrip.tsx';
import { environmentRevisionsQuery } from './environment-queries.ts';

const route = getRouteApi('/signed-in/apps/$appId/environments');

export function EnvironmentsPage() {
  const { appId } = route.useParams();
  const search = route.useSearch();
  const environments = useQuery(environmentsQuery(appId));
  const chosen =
    environments.data?.find(({ name }) => name === search.environment) ?? environments.data?.[0];
  return (
    <Page title={strings.environments.title}>
      <FailureNotice error={environments.error} onRetry={() => void environments.refetch()} />
      {environments.isPending && <Waiting />}
      <EnvironmentsStrip
        appId={appId}
        environments={environments.data ?? []}
        chosen={chosen?.name}
      />
      {chosen !== undefined && <History appId={appId} environment={chosen} />}
    </Page>
  );
}

interface HistoryProps {
  readonly appId: string;
  readonly environment: EnvironmentOutput;
}

function History({ appId, environment }: HistoryProps) {
  const { data: app } = useQuery(withTopNotice(appQuery(appId)));
  const may = useMay(app?.value.workspace_id);
  const history = useInfiniteQuery(environmentRevisionsQuery(appId, environment.name));
  const revisions = history.data?.items ?? [];
  return (
    <Section title={strings.environments.historyOf(environment.name)}>
      <FailureNotice error={history.error} onRetry={() => void history.refetch()} />
      {history.isPending && <Waiting />}
      {history.data !== undefined && revisions.length === 0 && (
        <EmptyState
          icon={<Rocket />}
          title={strings.environments.emptyTitle(environment.name)}
          text={strings.environments.emptyText}
        >
          <LinkButton to="/apps/$appId" params={{ appId }} look="primary">
            {strings.environments.chooseVariant}
          </LinkButton>
        </EmptyState>
      )}
      {revisions.length > 0 && (
        <EnvironmentHistory
          appId={appId}
          environment={environment}
          revisions={revisions}
          mayRevert={may('edit_app_environment_deployment')}
        />
      )}
      <ShowMore pages={history} label={strings.actions.showOlder} />
    </Section>
  );
}
