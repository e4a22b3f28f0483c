import type { AppVariantResponse } from '../../contract/variants/variants.ts';
import { client, queryClient, type Versioned } from '../api.ts';
import { strings } from '../strings.ts';
import { NameField, TextField } from '../ui/Field.tsx';
import type { FormValues } from '../ui/form-values.ts';
import { VersionedFormDialog } from '../ui/VersionedFormDialog.tsx';
import { refreshVariant } from './refresh-variant.ts';
import { variantQuery } from './variant-queries.ts';

interface RenameVariantDialogProps {
  readonly variant: Versioned<AppVariantResponse>;
  readonly onClose: () => void;
}

export function RenameVariantDialog({ variant, onClose }: RenameVariantDialogProps) {
  const { app_id, variant_id } = variant.value;
  const place = { appId: app_id, variantId: variant_id };
  const texts = strings.variants;
  const rename = async (values: FormValues, { etag }: Versioned<AppVariantResponse>) => {
    await client.renameVariant({ parameters: { variant_id }, body: bodyOf(values), ifMatch: etag });
    await refreshVariant(place);
    onClose();
  };
  return (
    <VersionedFormDialog
      title={texts.rename}
      submitLabel={strings.actions.rename}
      start={variant}
      fetchNewest={() => queryClient.fetchQuery({ ...variantQuery(place), staleTime: 0 })}
      typedInto={(value, values) => ({ ...value, ...bodyOf(values) })}
      fieldsOf={({ config_name, variant_name }) => [
        [texts.configName, config_name],
        [texts.fullName, variant_name],
      ]}
      onSave={rename}
      onClose={onClose}
    >
      {({ config_name, variant_name }) => (
        <>
          <NameField
            label={texts.configName}
            hint={texts.configNameHint}
            name="config_name"
            defaultValue={config_name}
          />
          <TextField
            label={texts.fullName}
            name="variant_name"
            defaultValue={variant_name}
            maxLength={128}
            required
          />
        </>
      )}
    </VersionedFormDialog>
  );
}

function bodyOf({ variant_name = '', config_name = '' }: FormValues) {
  return { variant_name, config_name };
}
