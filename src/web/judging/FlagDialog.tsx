import { strings } from '../strings.ts';
import { TextAreaField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import type { FormValues } from '../ui/form-values.ts';

interface FlagDialogProps {
  readonly onFlag: (reason: string) => void;
  readonly onClose: () => void;
}

export function FlagDialog({ onFlag, onClose }: FlagDialogProps) {
  const submit = ({ reason = '' }: FormValues) => {
    onFlag(reason);
    onClose();
    return Promise.resolve();
  };
  return (
    <FormDialog
      title={strings.judging.flagTitle}
      description={strings.judging.flagText}
      submitLabel={strings.judging.flag}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextAreaField
        label={strings.judging.flagReason}
        name="reason"
        maxLength={2000}
        autoFocus
        required
      />
    </FormDialog>
  );
}
