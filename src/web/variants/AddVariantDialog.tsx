import { useNavigate } from '@tanstack/react-router';
import type { AppVariantResponse } from '../../contract/variants/variants.ts';
import { client, queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { SelectField, TextField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import type { FormValues } from '../ui/form-values.ts';
import { appKey } from './app-queries.ts';
import { variantQuery } from './variant-queries.ts';

interface AddVariantDialogProps {
  readonly base: { readonly base_id: string; readonly base_name: string };
  /** All variants of the app; the new one can start from any of them. */
  readonly variants: readonly AppVariantResponse[];
  readonly onClose: () => void;
}

export function AddVariantDialog({ base, variants, onClose }: AddVariantDialogProps) {
  const navigate = useNavigate();
  const siblings = variants.filter(({ base_id }) => base_id === base.base_id);
  const add = async ({ name = '', source = '' }: FormValues) => {
    const chosen = variants.find(({ variant_id }) => variant_id === source);
    const start = chosen === undefined ? undefined : await fetchNewest(chosen);
    const variant = await client.addVariantFromBase({
      body: {
        base_id: base.base_id,
        // The API names variants `base.config`.
        new_variant_name: `${base.base_name}.${name.trim()}`,
        new_config_name: name.trim(),
        parameters: start?.parameters ?? {},
        commit_message: start === undefined ? null : strings.variants.copiedFrom(start),
      },
    });
    await queryClient.invalidateQueries({ queryKey: appKey(variant.app_id) });
    await navigate({
      to: '/apps/$appId/variants/$variantId',
      params: { appId: variant.app_id, variantId: variant.variant_id },
    });
  };
  return (
    <FormDialog
      title={strings.variants.add}
      submitLabel={strings.actions.create}
      onSubmit={add}
      onClose={onClose}
    >
      <TextField
        label={strings.variants.name}
        hint={strings.variants.nameHint}
        name="name"
        maxLength={100}
        autoFocus
        required
      />
      <SelectField
        label={strings.variants.startFrom}
        name="source"
        defaultValue={siblings.at(-1)?.variant_id ?? ''}
      >
        {variants.map(({ variant_id, variant_name, revision }) => (
          <option key={variant_id} value={variant_id}>
            {strings.variants.atRevision(variant_name, revision)}
          </option>
        ))}
        <option value="">{strings.variants.startEmpty}</option>
      </SelectField>
    </FormDialog>
  );
}

/** The list may be older than the last save. */
async function fetchNewest(listed: AppVariantResponse): Promise<AppVariantResponse> {
  const place = { appId: listed.app_id, variantId: listed.variant_id };
  const { value } = await queryClient.fetchQuery({ ...variantQuery(place), staleTime: 0 });
  return value;
}
