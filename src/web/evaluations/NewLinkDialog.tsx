import { client } from '../api.ts';
import { strings } from '../strings.ts';
import { TextField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import type { FormValues } from '../ui/form-values.ts';

interface NewLinkDialogProps {
  readonly evaluationId: string;
  readonly onMade: (url: string) => void;
  readonly onClose: () => void;
}

export function NewLinkDialog({ evaluationId, onMade, onClose }: NewLinkDialogProps) {
  const texts = strings.evaluations.links;
  const make = async ({ guests = '', days = '' }: FormValues) => {
    const { url } = await client.createAnnotatorInvitation({
      parameters: { evaluation_id: evaluationId },
      body: { max_uses: Number(guests), expires_in_days: Number(days) },
    });
    onMade(url);
  };
  return (
    <FormDialog
      title={texts.create}
      description={texts.text}
      submitLabel={strings.actions.create}
      onSubmit={make}
      onClose={onClose}
    >
      <TextField
        label={texts.guests}
        hint={texts.guestsHint}
        name="guests"
        type="number"
        min={1}
        max={1000}
        defaultValue={1}
        required
      />
      <TextField
        label={strings.keys.days}
        name="days"
        type="number"
        min={1}
        max={90}
        defaultValue={14}
        required
      />
    </FormDialog>
  );
}
