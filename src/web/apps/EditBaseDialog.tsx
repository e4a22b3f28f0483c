import { useQuery } from '@tanstack/react-query';
import type { Base } from '../../contract/bases.ts';
import { client, queryClient, type Versioned, versioned } from '../api.ts';
import { strings } from '../strings.ts';
import { Dialog, DialogBody } from '../ui/Dialog.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { TextField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import type { FormValues } from '../ui/form-values.ts';
import { Waiting } from '../ui/Waiting.tsx';
import { appKey } from './app-queries.ts';

interface EditBaseDialogProps {
  readonly baseId: string;
  readonly onClose: () => void;
}

export function EditBaseDialog({ baseId, onClose }: EditBaseDialogProps) {
  const base = useQuery({
    queryKey: ['base', baseId],
    queryFn: () => versioned(client.reply.fetchBase({ parameters: { base_id: baseId } })),
    gcTime: 0,
  });
  if (base.data !== undefined) return <BaseForm base={base.data} onClose={onClose} />;
  return (
    <Dialog title={strings.bases.edit} onClose={onClose}>
      <DialogBody>
        {base.error === null ? <Waiting rows={2} /> : <FailureNotice error={base.error} />}
      </DialogBody>
    </Dialog>
  );
}

interface BaseFormProps {
  readonly base: Versioned<Base>;
  readonly onClose: () => void;
}

function BaseForm({ base, onClose }: BaseFormProps) {
  const { base_id, base_name, uri, app_id } = base.value;
  const update = async (values: FormValues) => {
    const address = values['uri']?.trim() ?? '';
    await client.updateBase({
      parameters: { base_id },
      body: {
        base_name: values['base_name'] ?? base_name,
        uri: address === '' ? null : address,
      },
      ifMatch: base.etag,
    });
    await queryClient.invalidateQueries({ queryKey: appKey(app_id) });
    onClose();
  };
  return (
    <FormDialog
      title={strings.bases.edit}
      submitLabel={strings.actions.save}
      onSubmit={update}
      onClose={onClose}
    >
      <TextField
        label={strings.bases.name}
        name="base_name"
        defaultValue={base_name}
        maxLength={128}
        autoFocus
        required
      />
      <TextField
        label={strings.bases.uri}
        hint={strings.bases.uriHint}
        name="uri"
        type="url"
        defaultValue={uri ?? ''}
        placeholder="https://"
      />
    </FormDialog>
  );
}
