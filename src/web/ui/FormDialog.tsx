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
  /** Resolves when the work is done. On failure the error is shown and the typed text stays. */
  readonly onSubmit: (values: FormValues) => Promise<unknown>;
  readonly canSubmit?: boolean;
  /** Replaces *Cancel* in a form that opens by itself. */
  readonly alternative?: { readonly label: string; readonly run: () => void };
  readonly children: ReactNode;
}

/** A form with one action. Once submitted, the dialog waits for the response. */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, onSubmit, canSubmit = true, alternative, children, ...dialog } = props;
  const id = useId();
  const sending = useMutation({ mutationFn: onSubmit });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    sending.mutate(readForm(event.currentTarget));
  };
  return (
    <Dialog {...dialog} outsidePress="ignored" isBusy={sending.isPending}>
      <DialogBody>
        <form id={id} onSubmit={submit} className="form-fields">
          {children}
        </form>
        <FailureNotice error={sending.error} />
      </DialogBody>
      <DialogActions>
        <Button disabled={sending.isPending} onClick={alternative?.run ?? dialog.onClose}>
          {alternative?.label ?? strings.actions.cancel}
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
