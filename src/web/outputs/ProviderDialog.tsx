import type { Provider } from '../../contract/outputs/providers.ts';
import { client, queryClient, type Versioned } from '../api.ts';
import { strings } from '../strings.ts';
import type { Fields } from '../ui/BothSides.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import type { FormValues } from '../ui/form-values.ts';
import { announce } from '../ui/Toasts.tsx';
import { VersionedFormDialog } from '../ui/VersionedFormDialog.tsx';
import { ProviderFields } from './ProviderFields.tsx';
import { withFormValues } from './provider-form.ts';
import { providerQuery, providersKey } from './provider-queries.ts';
import { useLoopbackConfirmation } from './use-loopback-confirmation.ts';

interface ProviderDialogProps {
  readonly workspaceId: string;
  /** The provider to edit; without it, a new one is created. */
  readonly provider?: Versioned<Provider> | undefined;
  readonly onClose: () => void;
}

export function ProviderDialog({ workspaceId, provider, onClose }: ProviderDialogProps) {
  const texts = strings.providers;
  const finish = async ({ name }: Provider) => {
    await queryClient.invalidateQueries({ queryKey: providersKey });
    announce({ text: texts.saved(name) });
    onClose();
  };
  const saveConfirmed = useLoopbackConfirmation();
  const create = (values: FormValues) =>
    saveConfirmed(values, async (fields) => {
      const body = { workspace_id: workspaceId, ...fields };
      await finish(await client.createProvider({ body }));
    });
  const update = (values: FormValues, { value, etag }: Versioned<Provider>) =>
    saveConfirmed(values, async (body) => {
      const parameters = { provider_id: value.id };
      await finish(await client.updateProvider({ parameters, body, ifMatch: etag }));
    });
  if (provider === undefined) {
    return (
      <FormDialog
        title={texts.create}
        size="medium"
        submitLabel={strings.actions.save}
        onSubmit={create}
        onClose={onClose}
      >
        <ProviderFields />
      </FormDialog>
    );
  }
  return (
    <VersionedFormDialog
      title={texts.edit}
      size="medium"
      submitLabel={strings.actions.save}
      start={provider}
      fetchNewest={() => queryClient.fetchQuery(providerQuery(provider.value.id))}
      typedInto={withFormValues}
      fieldsOf={fieldsOf}
      onSave={update}
      onClose={onClose}
    >
      {(stored) => <ProviderFields stored={stored} />}
    </VersionedFormDialog>
  );
}

function fieldsOf(provider: Provider): Fields {
  const texts = strings.providers;
  return [
    [texts.name, provider.name],
    [texts.address, provider.base_url],
    [texts.key, provider.has_key ? texts.keyShown(provider.key_hint) : texts.noKey],
    [texts.headers, provider.header_names.join(', ')],
    [texts.atOnce, String(provider.max_concurrent)],
    [texts.perMinute, String(provider.requests_per_minute ?? '')],
  ];
}
