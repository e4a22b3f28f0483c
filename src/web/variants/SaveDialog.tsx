import type { AppVariantResponse } from '../../contract/variants/variants.ts';
import { client, queryClient, type Versioned } from '../api.ts';
import { DiffPlace } from '../editor/DiffPlace.tsx';
import { DiffView } from '../editor/lazy-editors.ts';
import { savePastRename } from '../save-past-rename.ts';
import { strings } from '../strings.ts';
import { TextField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { type FormValues, optionalText } from '../ui/form-values.ts';
import { announce } from '../ui/Toasts.tsx';
import { parametersText, readableText } from './parameters-text.ts';
import { refreshVariant } from './refresh-variant.ts';
import type { VariantDraft } from './use-variant-draft.ts';
import { variantQuery } from './variant-queries.ts';

interface SaveDialogProps {
  readonly variant: Versioned<AppVariantResponse>;
  readonly draft: VariantDraft;
  /** Another user saved first. */
  readonly onConflict: () => void;
  readonly onClose: () => void;
}

/** Shows the changes before they are saved as the next revision. */
export function SaveDialog({ variant, draft, onConflict, onClose }: SaveDialogProps) {
  const { parsed } = draft;
  if (parsed.kind === 'invalid') return null;
  const { variant_id, app_id, revision, parameters } = variant.value;
  const save = async ({ message }: FormValues) => {
    const place = { appId: app_id, variantId: variant_id };
    const base = { etag: draft.etag, value: { ...variant.value, revision: draft.revision } };
    const saved = await savePastRename(base, {
      save: async ({ etag }) => {
        await client.updateVariantParameters({
          parameters: { variant_id },
          body: { parameters: parsed.value, commit_message: optionalText(message) },
          ifMatch: etag,
        });
        return refreshVariant(place);
      },
      fetchNewest: () => queryClient.fetchQuery({ ...variantQuery(place), staleTime: 0 }),
      isSaved: (newest) => parametersText(newest.parameters) === parametersText(parsed.value),
    });
    if (saved === undefined) return onConflict();
    draft.rebase(saved);
    announce({ text: strings.variants.saved(saved.value.revision) });
    onClose();
  };
  return (
    <FormDialog
      title={strings.variants.saveTitle}
      size="wide"
      submitLabel={strings.actions.save}
      onSubmit={save}
      onClose={onClose}
    >
      <DiffPlace>
        <DiffView
          left={{ title: strings.revision(revision), text: readableText(parameters) }}
          right={{ title: strings.variants.draft, text: readableText(parsed.value) }}
        />
      </DiffPlace>
      <TextField
        label={strings.message}
        hint={strings.messageHint}
        name="message"
        maxLength={2000}
        autoFocus
      />
    </FormDialog>
  );
}
