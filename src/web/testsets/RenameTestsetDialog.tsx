import { queryClient, type Versioned } from '../api.ts';
import { strings } from '../strings.ts';
import { NameField } from '../ui/Field.tsx';
import type { FormValues } from '../ui/form-values.ts';
import { VersionedFormDialog } from '../ui/VersionedFormDialog.tsx';
import { tableOf } from './grid-table.ts';
import { saveTestset } from './save-testset.ts';
import { type Testset, testsetQuery } from './testset-queries.ts';

interface RenameTestsetDialogProps {
  readonly testset: Versioned<Testset>;
  readonly appId: string;
  readonly onClose: () => void;
}

/** A new name alone creates no revision. */
export function RenameTestsetDialog({ testset, appId, onClose }: RenameTestsetDialogProps) {
  const place = { appId, testsetId: testset.value.id };
  const rename = async ({ name = '' }: FormValues, { value, etag }: Versioned<Testset>) => {
    const table = tableOf(value.csvdata);
    await saveTestset({ appId, testset: value, etag, name, table, message: null });
    onClose();
  };
  return (
    <VersionedFormDialog
      title={strings.testsets.rename}
      submitLabel={strings.actions.rename}
      start={testset}
      fetchNewest={() => queryClient.fetchQuery({ ...testsetQuery(place), staleTime: 0 })}
      typedInto={(value, { name = '' }) => ({ ...value, name })}
      fieldsOf={({ name }) => [[strings.testsets.name, name]]}
      onSave={rename}
      onClose={onClose}
    >
      {({ name }) => <NameField label={strings.testsets.name} name="name" defaultValue={name} />}
    </VersionedFormDialog>
  );
}
