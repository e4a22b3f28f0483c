import type { App } from '../../contract/apps.ts';
import { client, queryClient, type Versioned } from '../api.ts';
import { strings } from '../strings.ts';
import { TextField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import type { FormValues } from '../ui/form-values.ts';

interface RenameAppDialogProps {
  readonly app: Versioned<App>;
  readonly onClose: () => void;
}

export function RenameAppDialog({ app, onClose }: RenameAppDialogProps) {
  const rename = async ({ app_name = '' }: FormValues) => {
    const parameters = { app_id: app.value.app_id };
    await client.renameApp({ parameters, body: { app_name }, ifMatch: app.etag });
    await queryClient.invalidateQueries({ queryKey: ['apps'] });
    onClose();
  };
  return (
    <FormDialog
      title={strings.apps.rename}
      submitLabel={strings.actions.rename}
      onSubmit={rename}
      onClose={onClose}
    >
      <TextField
        label={strings.apps.name}
        name="app_name"
        maxLength={128}
        defaultValue={app.value.app_name}
        autoFocus
        required
      />
    </FormDialog>
  );
}
