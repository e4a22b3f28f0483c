import { client } from '../api.ts';
import { strings } from '../strings.ts';
import { NameField, TextField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import type { FormValues } from '../ui/form-values.ts';
import { useOpenNew } from './use-open-new.ts';

interface CreateTestsetDialogProps {
  readonly appId: string;
  readonly onClose: () => void;
}

export function CreateTestsetDialog({ appId, onClose }: CreateTestsetDialogProps) {
  const openNew = useOpenNew(appId);
  const create = async ({ name = '', columns = '' }: FormValues) => {
    const names = columns.split(',').flatMap((column) => column.trim() || []);
    const row = Object.fromEntries(names.map((column) => [column, '']));
    await openNew(
      await client.createTestset({
        parameters: { app_id: appId },
        body: { name, csvdata: names.length === 0 ? [] : [row] },
      }),
    );
  };
  return (
    <FormDialog
      title={strings.testsets.create}
      submitLabel={strings.actions.create}
      onSubmit={create}
      onClose={onClose}
    >
      <NameField label={strings.testsets.name} name="name" />
      <TextField
        label={strings.testsets.columns}
        hint={strings.testsets.columnsHint}
        name="columns"
        defaultValue="question, expected"
      />
    </FormDialog>
  );
}
