import { client, queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { useConfirm } from '../ui/ConfirmProvider.tsx';
import { announce, announceFailure } from '../ui/Toasts.tsx';
import { appKey } from './app-queries.ts';

interface BaseToDelete {
  readonly base_id: string;
  readonly base_name: string;
}

export function useDeleteBase(appId: string): (base: BaseToDelete) => void {
  const confirm = useConfirm();
  const remove = async ({ base_id, base_name }: BaseToDelete) => {
    const isSure = await confirm({
      title: strings.bases.deleteTitle(base_name),
      text: strings.bases.deleteText,
      action: strings.actions.delete,
    });
    if (!isSure) return;
    await client.deleteBase({ parameters: { base_id } });
    await queryClient.invalidateQueries({ queryKey: appKey(appId) });
    announce({ text: strings.bases.deleted(base_name) });
  };
  return (base) => void remove(base).catch(announceFailure);
}
