import { useNavigate } from '@tanstack/react-router';
import { client, queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { useConfirm } from '../ui/ConfirmProvider.tsx';
import { announce, announceFailure } from '../ui/Toasts.tsx';
import { appKey } from '../variants/app-queries.ts';

interface TestsetToDelete {
  readonly id: string;
  readonly name: string;
  readonly rows: number;
}

export function useDeleteTestset(appId: string): (testset: TestsetToDelete) => void {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const remove = async ({ id, name, rows }: TestsetToDelete) => {
    const isSure = await confirm({
      title: strings.testsets.deleteTitle(name),
      text: strings.testsets.deleteText(rows),
      action: strings.actions.delete,
    });
    if (!isSure) return;
    await client.deleteTestsets({ body: { testset_ids: [id] } });
    await navigate({ to: '/apps/$appId/testsets', params: { appId }, ignoreBlocker: true });
    announce({ text: strings.testsets.deleted(name) });
    await queryClient.invalidateQueries({ queryKey: appKey(appId) });
  };
  return (testset) => void remove(testset).catch(announceFailure);
}
