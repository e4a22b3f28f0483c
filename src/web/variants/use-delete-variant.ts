import { useNavigate } from '@tanstack/react-router';
import type { AppVariantResponse } from '../../contract/variants/variants.ts';
import { client, queryClient, type Versioned } from '../api.ts';
import { strings } from '../strings.ts';
import { useConfirm } from '../ui/ConfirmProvider.tsx';
import { announce } from '../ui/Toasts.tsx';
import { announceVariantFailure } from './announce-variant-failure.ts';
import { appKey } from './app-queries.ts';

export function useDeleteVariant(variant: Versioned<AppVariantResponse>): () => void {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const { app_id: appId, variant_id, variant_name, revision } = variant.value;
  const remove = async () => {
    const isSure = await confirm({
      title: strings.variants.deleteTitle(variant_name),
      text: strings.variants.deleteText(revision),
      action: strings.actions.delete,
    });
    if (!isSure) return;
    await client.deleteVariant({ parameters: { variant_id }, ifMatch: variant.etag });
    await navigate({ to: '/apps/$appId', params: { appId }, ignoreBlocker: true });
    announce({ text: strings.variants.deleted(variant_name) });
    await queryClient.invalidateQueries({ queryKey: appKey(appId) });
  };
  return () =>
    void remove().catch((error: unknown) =>
      announceVariantFailure(error, { appId, variantId: variant_id }),
    );
}
