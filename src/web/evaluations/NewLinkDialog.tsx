import { client } from '../api.ts';
import { strings } from '../strings.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import type { FormValues } from '../ui/form-values.ts';
import { NumberField } from '../ui/NumberField.tsx';
import { numberOf } from '../ui/number-text.ts';

interface NewLinkDialogProps {
  readonly evaluationId: string;
  readonly onCreated: (url: string) => void;
  readonly onClose: () => void;
}

export function NewLinkDialog({ evaluationId, onCreated, onClose }: NewLinkDialogProps) {
  const texts = strings.evaluations.links;
  const create = async ({ guests = '', days = '' }: FormValues) => {
    const { url } = await client.createAnnotatorInvitation({
      parameters: { evaluation_id: evaluationId },
      body: { max_uses: numberOf(guests), expires_in_days: numberOf(days) },
    });
    onCreated(url);
  };
  return (
    <FormDialog
      title={texts.create}
      description={texts.text}
      submitLabel={strings.actions.create}
      onSubmit={create}
      onClose={onClose}
    >
      <NumberField
        label={texts.guests}
        hint={texts.guestsHint}
        name="guests"
        rule={{ min: 1, max: 1000, step: 1 }}
        defaultValue={1}
        required
      />
      <NumberField
        label={strings.keys.days}
        name="days"
        rule={{ min: 1, max: 90, step: 1 }}
        defaultValue={14}
        required
      />
    </FormDialog>
  );
}
