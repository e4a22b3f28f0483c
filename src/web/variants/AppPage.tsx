import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { GitBranch, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { DEMO_PREFIX } from '../../contract/judging/sample-apps.ts';
import { DemoNotice } from '../evaluations/DemoNotice.tsx';
import { EvaluationList } from '../evaluations/EvaluationList.tsx';
import { overviewsQuery } from '../evaluations/evaluation-queries.ts';
import { useMay } from '../identity/session-queries.ts';
import { strings } from '../strings.ts';
import { withTopNotice } from '../top-notice.ts';
import { ActionMenu } from '../ui/ActionMenu.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Page, Section } from '../ui/Page.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { appQuery, basesQuery, environmentsQuery, variantsQuery } from './app-queries.ts';
import { BaseTree } from './BaseTree.tsx';
import { CreateBaseDialog } from './CreateBaseDialog.tsx';
import { EnvironmentsStrip } from './EnvironmentsStrip.tsx';
import { RenameAppDialog } from './RenameAppDialog.tsx';
import { useDeleteApp } from './use-delete-app.ts';

const route = getRouteApi('/signed-in/apps/$appId/');
const RECENT_COUNT = 5;

export function AppPage() {
  const { appId } = route.useParams();
  const { data: app } = useSuspenseQuery(appQuery(appId));
  const bases = useQuery(basesQuery(appId));
  const variants = useQuery(variantsQuery(appId));
  const environments = useQuery(withTopNotice(environmentsQuery(appId)));
  const { data: evaluations } = useInfiniteQuery(
    withTopNotice(overviewsQuery(appId, { limit: RECENT_COUNT })),
  );
  const recent = evaluations?.items.slice(0, RECENT_COUNT) ?? [];
  const may = useMay(app.value.workspace_id);
  const [open, setOpen] = useState<'base' | 'rename'>();
  const close = () => setOpen(undefined);
  const deleteApp = useDeleteApp(app);
  const addBase = may('create_application') && (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setOpen('base')}>
      {strings.bases.create}
    </Button>
  );
  const actions = [
    may('edit_application') && {
      label: strings.actions.rename,
      icon: <Pencil />,
      run: () => setOpen('rename'),
    },
    may('delete_application') && {
      label: strings.actions.delete,
      icon: <Trash2 />,
      look: 'danger' as const,
      run: deleteApp,
    },
  ];
  const isEmpty = bases.data?.length === 0;
  return (
    <Page
      title={app.value.app_name}
      actions={
        <>
          {!isEmpty && addBase}
          <ActionMenu label={strings.apps.more} actions={actions} />
        </>
      }
    >
      {app.value.app_name.startsWith(DEMO_PREFIX) && (
        <DemoNotice onRemove={may('delete_application') ? deleteApp : undefined} />
      )}
      <Section title={strings.environments.title}>
        <EnvironmentsStrip appId={appId} environments={environments.data ?? []} />
      </Section>
      <Section title={strings.variants.title}>
        <FailureNotice
          error={bases.error ?? variants.error}
          onRetry={() => void Promise.all([bases.refetch(), variants.refetch()])}
        />
        {(bases.isPending || variants.isPending) && <Waiting />}
        {isEmpty && (
          <EmptyState
            icon={<GitBranch />}
            title={strings.bases.emptyTitle}
            text={strings.bases.emptyText}
          >
            {addBase}
          </EmptyState>
        )}
        {bases.data?.map((base) => (
          <BaseTree
            key={base.base_id}
            appId={appId}
            base={base}
            variants={variants.data ?? []}
            environments={environments.data ?? []}
            may={may}
          />
        ))}
      </Section>
      {recent.length > 0 && (
        <Section title={strings.evaluations.recent}>
          <EvaluationList evaluations={recent} workspaceId={app.value.workspace_id} />
        </Section>
      )}
      {open === 'base' && <CreateBaseDialog appId={appId} onClose={close} />}
      {open === 'rename' && <RenameAppDialog app={app} onClose={close} />}
    </Page>
  );
}
