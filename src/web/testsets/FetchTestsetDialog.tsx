import { client } from '../api.ts';
import { strings } from '../strings.ts';
import { NameField, TextField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import type { FormValues } from '../ui/form-values.ts';
import { useOpenNew } from './use-open-new.ts';

interface FetchTestsetDialogProps {
  readonly appId: string;
  readonly onClose: () => void;
}

/** The server fetches the rows: this page never talks to another host. */
export function FetchTestsetDialog({ appId, onClose }: FetchTestsetDialogProps) {
  const openNew = useOpenNew(appId);
  const fetchRows = async ({ name = '', endpoint = '' }: FormValues) => {
    const body = { app_id: appId, testset_name: name, endpoint };
    await openNew(await client.importTestset({ body }));
  };
  return (
    <FormDialog
      title={strings.imports.fetch}
      description={strings.imports.fetchText}
      submitLabel={strings.imports.submit}
      onSubmit={fetchRows}
      onClose={onClose}
    >
      <NameField label={strings.testsets.name} name="name" />
      <TextField
        label={strings.imports.address}
        name="endpoint"
        type="url"
        placeholder="https://"
        required
      />
    </FormDialog>
  );
}
