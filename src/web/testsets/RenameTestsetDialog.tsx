import type { Versioned } from '../api.ts';
import { strings } from '../strings.ts';
import { TextField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import type { FormValues } from '../ui/form-values.ts';
import { tableOf } from './grid-table.ts';
import { saveTestset } from './save-testset.ts';
import type { Testset } from './testset-queries.ts';

interface RenameTestsetDialogProps {
  readonly testset: Versioned<Testset>;
  readonly appId: string;
  readonly onClose: () => void;
}

/** The same rows under another name make no revision. */
export function RenameTestsetDialog({ testset, appId, onClose }: RenameTestsetDialogProps) {
  const rename = async ({ name = '' }: FormValues) => {
    await saveTestset({
      appId,
      testset: testset.value,
      etag: testset.etag,
      name,
      table: tableOf(testset.value.csvdata),
      message: null,
    });
    onClose();
  };
  return (
    <FormDialog
      title={strings.testsets.rename}
      submitLabel={strings.actions.rename}
      onSubmit={rename}
      onClose={onClose}
    >
      <TextField
        label={strings.testsets.name}
        name="name"
        defaultValue={testset.value.name}
        maxLength={128}
        autoFocus
        required
      />
    </FormDialog>
  );
}
