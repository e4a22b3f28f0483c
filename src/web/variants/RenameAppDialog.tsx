import type { App } from '../../contract/variants/apps.ts';
import { client, queryClient, type Versioned } from '../api.ts';
import { strings } from '../strings.ts';
import { NameField } from '../ui/Field.tsx';
import type { FormValues } from '../ui/form-values.ts';
import { VersionedFormDialog } from '../ui/VersionedFormDialog.tsx';
import { appQuery } from './app-queries.ts';

interface RenameAppDialogProps {
  readonly app: Versioned<App>;
  readonly onClose: () => void;
}

export function RenameAppDialog({ app, onClose }: RenameAppDialogProps) {
  const { app_id } = app.value;
  const rename = async ({ app_name = '' }: FormValues, { etag }: Versioned<App>) => {
    await client.renameApp({ parameters: { app_id }, body: { app_name }, ifMatch: etag });
    await queryClient.invalidateQueries({ queryKey: ['apps'] });
    onClose();
  };
  return (
    <VersionedFormDialog
      title={strings.apps.rename}
      submitLabel={strings.actions.rename}
      start={app}
      fetchNewest={() => queryClient.fetchQuery({ ...appQuery(app_id), staleTime: 0 })}
      typedInto={(value, { app_name = '' }) => ({ ...value, app_name })}
      fieldsOf={({ app_name }) => [[strings.apps.name, app_name]]}
      onSave={rename}
      onClose={onClose}
    >
      {({ app_name }) => (
        <NameField label={strings.apps.name} name="app_name" defaultValue={app_name} />
      )}
    </VersionedFormDialog>
  );
}
