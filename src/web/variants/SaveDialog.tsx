import type { AppVariantResponse } from '../../contract/variants/variants.ts';
import { client, type Versioned } from '../api.ts';
import { DiffPlace } from '../editor/DiffPlace.tsx';
import { DiffView } from '../editor/lazy-editors.ts';
import { isRevisionConflict } from '../revision-conflict.ts';
import { strings } from '../strings.ts';
import { TextField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { type FormValues, optionalText } from '../ui/form-values.ts';
import { announce } from '../ui/Toasts.tsx';
import { readableText } from './parameters-text.ts';
import { refreshVariant } from './refresh-variant.ts';
import type { VariantDraft } from './use-variant-draft.ts';

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
    try {
      await client.updateVariantParameters({
        parameters: { variant_id },
        body: { parameters: parsed.value, commit_message: optionalText(message) },
        ifMatch: draft.etag,
      });
    } catch (error) {
      if (!isRevisionConflict(error)) throw error;
      onConflict();
      return;
    }
    const saved = await refreshVariant({ appId: app_id, variantId: variant_id });
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
