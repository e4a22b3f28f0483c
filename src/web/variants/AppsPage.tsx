import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Boxes, Plus, Sheet } from 'lucide-react';
import { useState } from 'react';
import { StartPanel } from '../evaluations/StartPanel.tsx';
import { useCurrentWorkspace } from '../identity/current-workspace.ts';
import { useMay } from '../identity/session-queries.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import list from '../ui/List.module.css';
import { Page } from '../ui/Page.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { appsQuery } from './app-queries.ts';
import { CreateAppDialog } from './CreateAppDialog.tsx';

export function AppsPage() {
  const workspace = useCurrentWorkspace();
  const may = useMay(workspace?.id);
  const apps = useQuery(appsQuery(workspace?.id));
  const [isCreating, setCreating] = useState(false);
  const createButton = may('create_application') && (
    <Button icon={<Plus aria-hidden />} onClick={() => setCreating(true)}>
      {strings.apps.create}
    </Button>
  );
  const actions = may('create_application') && (
    <>
      {createButton}
      <LinkButton to="/start" look="primary" icon={<Sheet aria-hidden />}>
        {strings.start.title}
      </LinkButton>
    </>
  );
  return (
    <Page title={strings.apps.title} actions={apps.data?.length === 0 ? undefined : actions}>
      <FailureNotice error={apps.error} onRetry={() => void apps.refetch()} />
      {apps.isPending && <Waiting />}
      {apps.data?.length === 0 && workspace !== undefined && may('create_application') && (
        <StartPanel key={workspace.id} workspaceId={workspace.id}>
          {createButton}
        </StartPanel>
      )}
      {apps.data?.length === 0 && !may('create_application') && (
        <EmptyState
          icon={<Boxes />}
          title={strings.apps.emptyTitle}
          text={strings.apps.emptyForViewers}
        />
      )}
      {apps.data !== undefined && apps.data.length > 0 && (
        <ul className={list['list']}>
          {apps.data.map(({ app_id, app_name }) => (
            <li key={app_id}>
              <Link to="/apps/$appId" params={{ appId: app_id }} className={list['row']}>
                <Boxes aria-hidden />
                <span className={list['name']}>{app_name}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isCreating && workspace !== undefined && (
        <CreateAppDialog workspace={workspace} onClose={() => setCreating(false)} />
      )}
    </Page>
  );
}
