import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Rocket } from 'lucide-react';
import type { EnvironmentOutput } from '../../contract/environments.ts';
import { appQuery, environmentsQuery } from '../apps/app-queries.ts';
import { useMay } from '../session/session-queries.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Moment } from '../ui/Moment.tsx';
import { Page, Section } from '../ui/Page.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { EnvironmentHistory } from './EnvironmentHistory.tsx';
import styles from './EnvironmentsPage.module.css';
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
      <nav aria-label={strings.environments.title} className={styles['places']}>
        {environments.data?.map((environment) => (
          <Link
            key={environment.name}
            to="/apps/$appId/environments"
            params={{ appId }}
            search={{ environment: environment.name }}
            className={styles['place']}
            aria-current={environment === chosen ? 'true' : undefined}
          >
            <span className={styles['name']}>{environment.name}</span>
            <span className={styles['variant']}>{runningText(environment)}</span>
            {environment.deployed_at !== null && (
              <span className={styles['soft']}>
                {environment.deployed_by} · <Moment at={environment.deployed_at} />
              </span>
            )}
          </Link>
        ))}
      </nav>
      {chosen !== undefined && <History appId={appId} environment={chosen} />}
    </Page>
  );
}

interface HistoryProps {
  readonly appId: string;
  readonly environment: EnvironmentOutput;
}

function History({ appId, environment }: HistoryProps) {
  const { data: app } = useQuery(appQuery(appId));
  const may = useMay(app?.value.workspace_id);
  const history = useInfiniteQuery(environmentRevisionsQuery(appId, environment.name));
  const revisions = history.data?.pages.flatMap((page) => page.items) ?? [];
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
      {history.hasNextPage && (
        <Button isBusy={history.isFetching} onClick={() => void history.fetchNextPage()}>
          {strings.actions.showOlder}
        </Button>
      )}
    </Section>
  );
}

function runningText({ deployed_variant_name, revision }: EnvironmentOutput): string {
  if (deployed_variant_name === null || revision === null) return strings.environments.nothing;
  return strings.variants.atRevision(deployed_variant_name, revision);
}
