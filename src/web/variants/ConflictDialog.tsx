import { useQuery } from '@tanstack/react-query';
import { client, queryClient, versioned } from '../api.ts';
import { DiffPlace } from '../editor/DiffPlace.tsx';
import { DiffView } from '../editor/lazy-editors.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions, DialogBody } from '../ui/Dialog.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { readableText } from './parameters-text.ts';
import type { VariantDraft } from './use-variant-draft.ts';
import { type VariantPlace, variantQuery } from './variant-queries.ts';

interface ConflictDialogProps {
  readonly place: VariantPlace;
  readonly draft: VariantDraft;
  readonly onClose: () => void;
}

/** Another user saved first: shows both versions, and the user chooses one. */
export function ConflictDialog({ place, draft, onClose }: ConflictDialogProps) {
  const newest = useQuery({
    queryKey: ['newest variant', place.variantId, draft.etag],
    queryFn: () =>
      versioned(client.reply.fetchVariant({ parameters: { variant_id: place.variantId } })),
    gcTime: 0,
  });
  const { parsed } = draft;
  if (parsed.kind === 'invalid') return null;
  const continueWith = (text: string | undefined) => {
    if (newest.data === undefined) return;
    queryClient.setQueryData(variantQuery(place).queryKey, newest.data);
    draft.rebase(newest.data, text);
    onClose();
  };
  return (
    <Dialog
      title={strings.conflict.title}
      description={strings.conflict.text}
      size="wide"
      onClose={onClose}
    >
      <DialogBody>
        <FailureNotice error={newest.error} onRetry={() => void newest.refetch()} />
        <DiffPlace>
          {newest.data === undefined ? (
            <Waiting />
          ) : (
            <DiffView
              left={{
                title: strings.conflict.theirs(newest.data.value.revision),
                text: readableText(newest.data.value.parameters),
              }}
              right={{ title: strings.conflict.mine, text: readableText(parsed.value) }}
            />
          )}
        </DiffPlace>
      </DialogBody>
      <DialogActions>
        <Button onClick={() => continueWith(undefined)} disabled={newest.data === undefined}>
          {strings.conflict.takeTheirs}
        </Button>
        <Button
          look="primary"
          onClick={() => continueWith(draft.text)}
          disabled={newest.data === undefined}
        >
          {strings.conflict.keepMine}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
