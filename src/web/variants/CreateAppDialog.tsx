import { useNavigate } from '@tanstack/react-router';
import { client, queryClient } from '../api.ts';
import type { Workspace } from '../identity/session-queries.ts';
import { strings } from '../strings.ts';
import { NameField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import type { FormValues } from '../ui/form-values.ts';

interface CreateAppDialogProps {
  readonly workspace: Workspace;
  readonly onClose: () => void;
}

export function CreateAppDialog({ workspace, onClose }: CreateAppDialogProps) {
  const navigate = useNavigate();
  const create = async ({ app_name = '' }: FormValues) => {
    const { app_id } = await client.createApp({ body: { app_name, workspace_id: workspace.id } });
    await queryClient.invalidateQueries({ queryKey: ['apps', 'of workspace'] });
    await navigate({ to: '/apps/$appId', params: { appId: app_id } });
  };
  return (
    <FormDialog
      title={strings.apps.create}
      submitLabel={strings.actions.create}
      onSubmit={create}
      onClose={onClose}
    >
      <NameField label={strings.apps.name} hint={strings.apps.nameHint} name="app_name" />
    </FormDialog>
  );
}
