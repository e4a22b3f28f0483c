import { client } from '../api.ts';
import { strings } from '../strings.ts';
import { TextAreaField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import type { FormValues } from '../ui/form-values.ts';
import { announce } from '../ui/Toasts.tsx';
import { type Evaluation, refreshEvaluation } from './evaluation-queries.ts';

interface ExcludeDialogProps {
  readonly evaluation: Evaluation;
  readonly annotator: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

/** Asks for the reason, which the results show. */
export function ExcludeDialog({ evaluation, annotator, onClose }: ExcludeDialogProps) {
  const texts = strings.evaluations.exclusions;
  const parameters = { evaluation_id: evaluation.id, annotator_id: annotator.id };
  const include = async () => {
    await client.includeAnnotator({ parameters });
    await refreshEvaluation(evaluation);
  };
  const exclude = async ({ reason = '' }: FormValues) => {
    await client.excludeAnnotator({ parameters, body: { reason } });
    await refreshEvaluation(evaluation);
    announce({ text: texts.done, undo: include });
    onClose();
  };
  return (
    <FormDialog
      title={texts.dialog(annotator.name)}
      description={texts.dialogText}
      submitLabel={texts.action}
      onSubmit={exclude}
      onClose={onClose}
    >
      <TextAreaField
        label={texts.reason}
        hint={texts.reasonHint}
        name="reason"
        maxLength={2000}
        autoFocus
        required
      />
    </FormDialog>
  );
}
