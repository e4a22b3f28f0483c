import { useState } from 'react';
import type { Provider } from '../../contract/providers.ts';
import { client, queryClient, type Versioned } from '../api.ts';
import { strings } from '../strings.ts';
import { TextAreaField, TextField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import type { FormValues } from '../ui/form-values.ts';
import { announce } from '../ui/Toasts.tsx';
import { movesAway, providerOf } from './provider-form.ts';
import { providersKey } from './provider-queries.ts';
import { SecretField } from './SecretField.tsx';

interface ProviderDialogProps {
  readonly workspaceId: string;
  /** The one that is changed; without it a new one is made. */
  readonly provider?: Versioned<Provider> | undefined;
  readonly onClose: () => void;
}

const USUAL_AT_ONCE = 8;

export function ProviderDialog({ workspaceId, provider, onClose }: ProviderDialogProps) {
  const texts = strings.providers;
  const kept = provider?.value;
  const [address, setAddress] = useState(kept?.base_url ?? '');
  const movedFrom =
    kept !== undefined && movesAway(kept, address) ? new URL(kept.base_url).origin : undefined;
  const save = async (values: FormValues) => {
    const body = providerOf(values);
    const saved =
      provider === undefined
        ? await client.createProvider({ body: { workspace_id: workspaceId, ...body } })
        : await client.updateProvider({
            parameters: { provider_id: provider.value.id },
            body,
            ifMatch: provider.etag,
          });
    await queryClient.invalidateQueries({ queryKey: providersKey });
    announce({ text: texts.saved(saved.name) });
    onClose();
  };
  return (
    <FormDialog
      title={kept === undefined ? texts.create : texts.edit}
      size="medium"
      submitLabel={strings.actions.save}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        name="name"
        maxLength={128}
        defaultValue={kept?.name}
        autoFocus
        required
      />
      <TextField
        label={texts.address}
        hint={texts.addressHint}
        name="base_url"
        type="url"
        value={address}
        onChange={({ target }) => setAddress(target.value)}
        required
      />
      <SecretField
        isKept={kept?.has_key === true}
        isOrphaned={movedFrom !== undefined}
        removeLabel={texts.removeKey}
        removeName="remove_key"
      >
        {(isRequired) => (
          <TextField
            label={texts.key}
            hint={keyHint(kept, movedFrom)}
            name="api_key"
            type="password"
            autoComplete="off"
            maxLength={4096}
            required={isRequired}
          />
        )}
      </SecretField>
      <SecretField
        isKept={(kept?.header_names.length ?? 0) > 0}
        isOrphaned={movedFrom !== undefined}
        removeLabel={texts.removeHeaders}
        removeName="remove_headers"
      >
        {(isRequired) => (
          <TextAreaField
            label={texts.headers}
            hint={headersHint(kept, movedFrom)}
            name="headers"
            rows={2}
            required={isRequired}
          />
        )}
      </SecretField>
      <TextField
        label={texts.atOnce}
        name="at_once"
        type="number"
        min={1}
        max={64}
        defaultValue={kept?.max_concurrent ?? USUAL_AT_ONCE}
        required
      />
      <TextField
        label={texts.perMinute}
        hint={texts.perMinuteHint}
        name="per_minute"
        type="number"
        min={1}
        max={100_000}
        defaultValue={kept?.requests_per_minute ?? ''}
      />
    </FormDialog>
  );
}

function keyHint(kept: Provider | undefined, movedFrom: string | undefined): string {
  const texts = strings.providers;
  if (kept === undefined || !kept.has_key) return texts.keyHint;
  return movedFrom === undefined ? texts.keyKept(kept.key_hint) : texts.keyForOther(movedFrom);
}

function headersHint(kept: Provider | undefined, movedFrom: string | undefined): string {
  const texts = strings.providers;
  if (kept === undefined || kept.header_names.length === 0) return texts.headersHint;
  return movedFrom === undefined
    ? texts.headersKept(kept.header_names)
    : texts.headersForOther(movedFrom);
}
