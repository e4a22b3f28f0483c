import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useId } from 'react';
import { strings } from '../strings.ts';
import { Button } from './Button.tsx';
import { Dialog, DialogActions, DialogBody, type DialogProps } from './Dialog.tsx';
import { FailureNotice } from './FailureNotice.tsx';
import { type FormValues, readForm } from './form-values.ts';

export interface FormDialogProps
  extends Pick<DialogProps, 'title' | 'description' | 'size' | 'onClose'> {
  readonly submitLabel: string;
  /** Resolves when the work is done; its error is shown, and the typed text stays. */
  readonly onSubmit: (values: FormValues) => Promise<unknown>;
  readonly canSubmit?: boolean;
  /** The other way out of a form that opens by itself; without it, *Cancel* closes the form. */
  readonly wayOut?: { readonly label: string; readonly take: () => void };
  readonly children: ReactNode;
}

/** A form with one action; once that is sent, the dialog waits for the answer. */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, onSubmit, canSubmit = true, wayOut, children, ...dialog } = props;
  const id = useId();
  const sending = useMutation({ mutationFn: onSubmit });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    sending.mutate(readForm(event.currentTarget));
  };
  return (
    <Dialog {...dialog} pressBeside="ignored" isBusy={sending.isPending}>
      <DialogBody>
        <form id={id} onSubmit={submit} className="form-fields">
          {children}
        </form>
        <FailureNotice error={sending.error} />
      </DialogBody>
      <DialogActions>
        <Button disabled={sending.isPending} onClick={wayOut?.take ?? dialog.onClose}>
          {wayOut?.label ?? strings.actions.cancel}
        </Button>
        <Button
          look="primary"
          type="submit"
          form={id}
          isBusy={sending.isPending}
          disabled={!canSubmit}
        >
          {submitLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
