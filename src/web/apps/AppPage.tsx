import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { GitBranch, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../session/session-queries.ts';
import { strings } from '../strings.ts';
import { ActionMenu } from '../ui/ActionMenu.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Page, Section } from '../ui/Page.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { AddVariantDialog } from './AddVariantDialog.tsx';
import { appQuery, basesQuery, environmentsQuery, variantsQuery } from './app-queries.ts';
import { BaseTree } from './BaseTree.tsx';
import { CreateBaseDialog } from './CreateBaseDialog.tsx';
import { EnvironmentsStrip } from './EnvironmentsStrip.tsx';
import { RenameAppDialog } from './RenameAppDialog.tsx';
import { useDeleteApp } from './use-delete-app.ts';

const route = getRouteApi('/signed-in/apps/$appId/');

type Open =
  | { kind: 'base' }
  | { kind: 'rename' }
  | { kind: 'variant'; base: { base_id: string; base_name: string } };

export function AppPage() {
  const { appId } = route.useParams();
  const { data: app } = useSuspenseQuery(appQuery(appId));
  const bases = useQuery(basesQuery(appId));
  const variants = useQuery(variantsQuery(appId));
  const environments = useQuery(environmentsQuery(appId));
  const may = useMay(app.value.workspace_id);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const deleteApp = useDeleteApp(app);
  const addBase = may('create_application') && (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setOpen({ kind: 'base' })}>
      {strings.bases.create}
    </Button>
  );
  const actions = [
    ...(may('edit_application')
      ? [
          {
            label: strings.actions.rename,
            icon: <Pencil />,
            run: () => setOpen({ kind: 'rename' }),
          },
        ]
      : []),
    ...(may('delete_application')
      ? [
          {
            label: strings.actions.delete,
            icon: <Trash2 />,
            look: 'danger' as const,
            run: deleteApp,
          },
        ]
      : []),
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
            base={base}
            variants={(variants.data ?? []).filter(({ base_id }) => base_id === base.base_id)}
            environments={environments.data ?? []}
            onAddVariant={
              may('create_app_variant') ? () => setOpen({ kind: 'variant', base }) : undefined
            }
          />
        ))}
      </Section>
      {open?.kind === 'base' && <CreateBaseDialog appId={appId} onClose={close} />}
      {open?.kind === 'rename' && <RenameAppDialog app={app} onClose={close} />}
      {open?.kind === 'variant' && (
        <AddVariantDialog base={open.base} variants={variants.data ?? []} onClose={close} />
      )}
    </Page>
  );
}
