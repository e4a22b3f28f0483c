import type { AppVariantResponse } from '../../contract/variants.ts';
import { client, type Versioned } from '../api.ts';
import { strings } from '../strings.ts';
import { TextField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import type { FormValues } from '../ui/form-values.ts';
import { refreshVariant } from './refresh-variant.ts';

interface RenameVariantDialogProps {
  readonly variant: Versioned<AppVariantResponse>;
  readonly onClose: () => void;
}

export function RenameVariantDialog({ variant, onClose }: RenameVariantDialogProps) {
  const { app_id, variant_id, variant_name, config_name } = variant.value;
  const rename = async (names: FormValues) => {
    await client.renameVariant({
      parameters: { variant_id },
      body: {
        variant_name: names['variant_name'] ?? variant_name,
        config_name: names['config_name'] ?? config_name,
      },
      ifMatch: variant.etag,
    });
    await refreshVariant({ appId: app_id, variantId: variant_id });
    onClose();
  };
  return (
    <FormDialog
      title={strings.variants.rename}
      submitLabel={strings.actions.rename}
      onSubmit={rename}
      onClose={onClose}
    >
      <TextField
        label={strings.variants.configName}
        hint={strings.variants.configNameHint}
        name="config_name"
        defaultValue={config_name}
        maxLength={128}
        autoFocus
        required
      />
      <TextField
        label={strings.variants.fullName}
        name="variant_name"
        defaultValue={variant_name}
        maxLength={128}
        required
      />
    </FormDialog>
  );
}
