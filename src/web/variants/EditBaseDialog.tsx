import { useQuery } from '@tanstack/react-query';
import type { Base } from '../../contract/variants/bases.ts';
import { client, queryClient, type Versioned, versioned } from '../api.ts';
import { strings } from '../strings.ts';
import { Dialog, DialogBody } from '../ui/Dialog.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { NameField, TextField } from '../ui/Field.tsx';
import type { FormValues } from '../ui/form-values.ts';
import { VersionedFormDialog } from '../ui/VersionedFormDialog.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { appKey } from './app-queries.ts';

interface EditBaseDialogProps {
  readonly baseId: string;
  readonly onClose: () => void;
}

export function EditBaseDialog({ baseId, onClose }: EditBaseDialogProps) {
  const base = useQuery({
    queryKey: ['base', baseId],
    queryFn: () => fetchBase(baseId),
    gcTime: 0,
  });
  if (base.data !== undefined) return <BaseForm base={base.data} onClose={onClose} />;
  return (
    <Dialog title={strings.bases.edit} onClose={onClose}>
      <DialogBody>
        {base.error === null && <Waiting rows={2} />}
        <FailureNotice error={base.error} onRetry={() => void base.refetch()} />
      </DialogBody>
    </Dialog>
  );
}

interface BaseFormProps {
  readonly base: Versioned<Base>;
  readonly onClose: () => void;
}

function BaseForm({ base, onClose }: BaseFormProps) {
  const { base_id, app_id } = base.value;
  const texts = strings.bases;
  const update = async (values: FormValues, { etag }: Versioned<Base>) => {
    await client.updateBase({ parameters: { base_id }, body: bodyOf(values), ifMatch: etag });
    await queryClient.invalidateQueries({ queryKey: appKey(app_id) });
    onClose();
  };
  return (
    <VersionedFormDialog
      title={texts.edit}
      submitLabel={strings.actions.save}
      start={base}
      fetchNewest={() => fetchBase(base_id)}
      typedInto={(value, values) => ({ ...value, ...bodyOf(values) })}
      fieldsOf={({ base_name, uri }) => [
        [texts.name, base_name],
        [texts.uri, uri ?? ''],
      ]}
      onSave={update}
      onClose={onClose}
    >
      {({ base_name, uri }) => (
        <>
          <NameField label={texts.name} name="base_name" defaultValue={base_name} />
          <TextField
            label={texts.uri}
            hint={texts.uriHint}
            name="uri"
            type="url"
            defaultValue={uri ?? ''}
            placeholder="https://"
          />
        </>
      )}
    </VersionedFormDialog>
  );
}

function bodyOf({ base_name = '', uri = '' }: FormValues): Pick<Base, 'base_name' | 'uri'> {
  return { base_name, uri: uri.trim() === '' ? null : uri.trim() };
}

function fetchBase(base_id: string): Promise<Versioned<Base>> {
  return versioned(client.reply.fetchBase({ parameters: { base_id } }));
}
