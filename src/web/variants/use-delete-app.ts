import { useNavigate } from '@tanstack/react-router';
import type { App } from '../../contract/variants/apps.ts';
import { client, queryClient, type Versioned } from '../api.ts';
import { strings } from '../strings.ts';
import { useConfirm } from '../ui/ConfirmProvider.tsx';
import { announce, announceFailure } from '../ui/Toasts.tsx';
import { appKey } from './app-queries.ts';

export function useDeleteApp(app: Versioned<App>): () => void {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const remove = async () => {
    const { app_id, app_name } = app.value;
    const isSure = await confirm({
      title: strings.apps.deleteTitle(app_name),
      text: strings.apps.deleteText,
      action: strings.actions.delete,
    });
    if (!isSure) return;
    await client.deleteApp({ parameters: { app_id } });
    announce({ text: strings.apps.deleted(app_name) });
    await navigate({ to: '/apps' });
    queryClient.removeQueries({ queryKey: appKey(app_id) });
    await queryClient.invalidateQueries({ queryKey: ['apps', 'of workspace'] });
  };
  return () => void remove().catch(announceFailure);
}
