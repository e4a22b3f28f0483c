import { useNavigate } from '@tanstack/react-router';
import { client, queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { NameField, TextField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import type { FormValues } from '../ui/form-values.ts';
import { appKey } from './app-queries.ts';

interface CreateBaseDialogProps {
  readonly appId: string;
  readonly onClose: () => void;
}

/** The first variant starts with typical parameters to edit. */
const FIRST_PARAMETERS = {
  model: '',
  temperature: 0.7,
  prompt_system: '',
  prompt_user: '{{question}}',
};

export function CreateBaseDialog({ appId, onClose }: CreateBaseDialogProps) {
  const navigate = useNavigate();
  const create = async ({ base_name = '', uri = '' }: FormValues) => {
    const { variant } = await client.createBase({
      body: {
        app_id: appId,
        base_name,
        uri: uri.trim() === '' ? null : uri.trim(),
        parameters: FIRST_PARAMETERS,
      },
    });
    await queryClient.invalidateQueries({ queryKey: appKey(appId) });
    await navigate({
      to: '/apps/$appId/variants/$variantId',
      params: { appId, variantId: variant.variant_id },
    });
  };
  return (
    <FormDialog
      title={strings.bases.create}
      description={strings.bases.explained}
      submitLabel={strings.actions.create}
      onSubmit={create}
      onClose={onClose}
    >
      <NameField
        label={strings.bases.name}
        name="base_name"
        placeholder={strings.bases.namePlaceholder}
      />
      <TextField
        label={strings.bases.uri}
        hint={strings.bases.uriHint}
        name="uri"
        type="url"
        placeholder="https://"
      />
    </FormDialog>
  );
}
