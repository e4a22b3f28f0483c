import { useQuery } from '@tanstack/react-query';
import { Plus, Server } from 'lucide-react';
import { useState } from 'react';
import type { Provider } from '../../contract/outputs/providers.ts';
import { client, queryClient, type Versioned } from '../api.ts';
import { useCurrentWorkspace } from '../identity/current-workspace.ts';
import { useMay } from '../identity/session-queries.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { useConfirm } from '../ui/ConfirmProvider.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Section } from '../ui/Page.tsx';
import { announce, announceFailure } from '../ui/Toasts.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { ProviderDialog } from './ProviderDialog.tsx';
import { ProvidersTable } from './ProvidersTable.tsx';
import { providerQuery, providersKey, providersQuery } from './provider-queries.ts';
import { TestProviderDialog } from './TestProviderDialog.tsx';

type Open =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit'; readonly provider: Versioned<Provider> }
  | { readonly kind: 'test'; readonly provider: Provider };

/** The chat endpoints of a workspace. */
export function ProvidersPage() {
  const workspace = useCurrentWorkspace();
  const may = useMay(workspace?.id);
  const providers = useQuery(providersQuery(workspace?.id));
  const confirm = useConfirm();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const texts = strings.providers;
  const edit = async ({ id }: Provider) => {
    setOpen({ kind: 'edit', provider: await queryClient.fetchQuery(providerQuery(id)) });
  };
  const remove = async ({ id, name }: Provider) => {
    const isSure = await confirm({
      title: texts.deleteTitle(name),
      text: texts.deleteText,
      action: strings.actions.delete,
    });
    if (!isSure) return;
    await client.deleteProvider({ parameters: { provider_id: id } });
    await queryClient.invalidateQueries({ queryKey: providersKey });
    announce({ text: texts.deleted(name) });
  };
  const revoke = async ({ id, name }: Provider) => {
    const body = { allow_loopback: false };
    await client.updateProvider({ parameters: { provider_id: id }, body });
    await queryClient.invalidateQueries({ queryKey: providersKey });
    announce({ text: texts.loopback.revoked(name) });
  };
  const mayEdit = may('edit_workspace');
  const createButton = mayEdit && (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setOpen({ kind: 'create' })}>
      {texts.create}
    </Button>
  );
  const isEmpty = providers.data?.length === 0;
  return (
    <Section title={texts.title} actions={!isEmpty && createButton}>
      <p>{texts.text}</p>
      <FailureNotice error={providers.error} onRetry={() => void providers.refetch()} />
      {providers.isPending && <Waiting />}
      {isEmpty && (
        <EmptyState icon={<Server />} title={texts.emptyTitle} text={texts.emptyText}>
          {createButton}
        </EmptyState>
      )}
      {providers.data !== undefined && !isEmpty && (
        <ProvidersTable
          providers={providers.data}
          mayEdit={mayEdit}
          onEdit={(provider) => void edit(provider).catch(announceFailure)}
          onTest={(provider) => setOpen({ kind: 'test', provider })}
          onRevoke={(provider) => void revoke(provider).catch(announceFailure)}
          onDelete={(provider) => void remove(provider).catch(announceFailure)}
        />
      )}
      {workspace !== undefined && open?.kind === 'create' && (
        <ProviderDialog workspaceId={workspace.id} onClose={close} />
      )}
      {workspace !== undefined && open?.kind === 'edit' && (
        <ProviderDialog workspaceId={workspace.id} provider={open.provider} onClose={close} />
      )}
      {open?.kind === 'test' && <TestProviderDialog provider={open.provider} onClose={close} />}
    </Section>
  );
}
