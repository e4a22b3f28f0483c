import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { DiffView } from '../editor/lazy-editors.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions, DialogBody } from '../ui/Dialog.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { readableText } from './parameters-text.ts';
import { refreshVariant } from './refresh-variant.ts';
import type { VariantDraft } from './use-variant-draft.ts';
import { type VariantPlace, variantQuery } from './variant-queries.ts';

interface ConflictDialogProps {
  readonly place: VariantPlace;
  readonly draft: VariantDraft;
  readonly onClose: () => void;
}

/** Somebody saved while this was being edited: both sides are shown, and a person chooses. */
export function ConflictDialog({ place, draft, onClose }: ConflictDialogProps) {
  const newest = useQuery({
    queryKey: [...variantQuery(place).queryKey, 'newest', draft.etag],
    queryFn: () => refreshVariant(place),
  });
  const { parsed } = draft;
  if (parsed.kind === 'invalid') return null;
  const keepMine = () => {
    if (newest.data !== undefined) draft.rebase(newest.data, draft.text);
    onClose();
  };
  const takeTheirs = () => {
    if (newest.data !== undefined) draft.rebase(newest.data);
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
        {newest.data === undefined ? (
          <Waiting />
        ) : (
          <Suspense fallback={<Waiting />}>
            <DiffView
              left={{
                title: strings.conflict.theirs(newest.data.value.revision),
                text: readableText(newest.data.value.parameters),
              }}
              right={{ title: strings.conflict.mine, text: readableText(parsed.value) }}
            />
          </Suspense>
        )}
      </DialogBody>
      <DialogActions>
        <Button onClick={takeTheirs} disabled={newest.data === undefined}>
          {strings.conflict.takeTheirs}
        </Button>
        <Button look="primary" onClick={keepMine} disabled={newest.data === undefined}>
          {strings.conflict.keepMine}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
