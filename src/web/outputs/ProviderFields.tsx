import { useState } from 'react';
import type { Provider } from '../../contract/outputs/providers.ts';
import { strings } from '../strings.ts';
import { NameField, TextAreaField, TextField } from '../ui/Field.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { changesOrigin } from './provider-form.ts';
import { SecretField } from './SecretField.tsx';

const DEFAULT_CONCURRENCY = 8;

/** The fields of a provider; `providerOf` reads them. */
export function ProviderFields({ stored }: { readonly stored?: Provider }) {
  const texts = strings.providers;
  const [address, setAddress] = useState(stored?.base_url ?? '');
  const movedFrom =
    stored !== undefined && changesOrigin(stored, address)
      ? new URL(stored.base_url).origin
      : undefined;
  return (
    <>
      <NameField label={texts.name} hint={texts.nameHint} name="name" defaultValue={stored?.name} />
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
        isStored={stored?.has_key === true}
        isOrphaned={movedFrom !== undefined}
        removeLabel={texts.removeKey}
        removeName="remove_key"
      >
        {(isRequired) => (
          <TextField
            label={texts.key}
            hint={keyHint(stored, movedFrom)}
            name="api_key"
            type="password"
            autoComplete="off"
            maxLength={4096}
            required={isRequired}
          />
        )}
      </SecretField>
      <SecretField
        isStored={(stored?.header_names.length ?? 0) > 0}
        isOrphaned={movedFrom !== undefined}
        removeLabel={texts.removeHeaders}
        removeName="remove_headers"
      >
        {(isRequired) => (
          <TextAreaField
            label={texts.headers}
            hint={headersHint(stored, movedFrom)}
            name="headers"
            rows={2}
            required={isRequired}
          />
        )}
      </SecretField>
      <NumberField
        label={texts.atOnce}
        name="at_once"
        rule={{ min: 1, max: 64, step: 1 }}
        defaultValue={stored?.max_concurrent ?? DEFAULT_CONCURRENCY}
        required
      />
      <NumberField
        label={texts.perMinute}
        hint={texts.perMinuteHint}
        name="per_minute"
        rule={{ min: 1, max: 100_000, step: 1 }}
        defaultValue={stored?.requests_per_minute ?? ''}
      />
    </>
  );
}

function keyHint(stored: Provider | undefined, movedFrom: string | undefined): string {
  const texts = strings.providers;
  if (stored === undefined || !stored.has_key) return texts.keyHint;
  return movedFrom === undefined ? texts.keyKept(stored.key_hint) : texts.keyForOther(movedFrom);
}

function headersHint(stored: Provider | undefined, movedFrom: string | undefined): string {
  const texts = strings.providers;
  if (stored === undefined || stored.header_names.length === 0) return texts.headersHint;
  return movedFrom === undefined
    ? texts.headersKept(stored.header_names)
    : texts.headersForOther(movedFrom);
}
