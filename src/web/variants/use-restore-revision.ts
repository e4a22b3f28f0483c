import type { AppVariantResponse } from '../../contract/variants/variants.ts';
import { client, type Versioned } from '../api.ts';
import { strings } from '../strings.ts';
import { announce } from '../ui/Toasts.tsx';
import { announceVariantFailure } from './announce-variant-failure.ts';
import { refreshVariant } from './refresh-variant.ts';

/** Restoring creates a new revision; undo restores the one that was current before. */
export function useRestoreRevision(
  variant: Versioned<AppVariantResponse>,
): (revision: number) => void {
  const { app_id: appId, variant_id: variantId, revision: head } = variant.value;
  const restore = async (revision: number, etag: string) => {
    await client.restoreVariantRevision({
      parameters: { variant_id: variantId, revision_number: revision },
      ifMatch: etag,
    });
    return refreshVariant({ appId, variantId });
  };
  const restoreAndAnnounce = async (revision: number) => {
    const restored = await restore(revision, variant.etag);
    announce({
      text: strings.variants.restoredAs(revision, restored.value.revision),
      undo: () => restore(head, restored.etag),
    });
  };
  return (revision) =>
    void restoreAndAnnounce(revision).catch((error: unknown) =>
      announceVariantFailure(error, { appId, variantId }),
    );
}
