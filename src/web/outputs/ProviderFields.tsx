import { useState } from 'react';
import type { Provider } from '../../contract/outputs/providers.ts';
import { strings } from '../strings.ts';
import { NameField, TextAreaField, TextField } from '../ui/Field.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { changesOrigin } from './provider-form.ts';
import { SecretField } from './SecretField.tsx';

const USUAL_AT_ONCE = 8;

/** The fields of a provider; `providerOf` reads them. */
export function ProviderFields({ kept }: { readonly kept?: Provider }) {
  const texts = strings.providers;
  const [address, setAddress] = useState(kept?.base_url ?? '');
  const movedFrom =
    kept !== undefined && changesOrigin(kept, address) ? new URL(kept.base_url).origin : undefined;
  return (
    <>
      <NameField label={texts.name} hint={texts.nameHint} name="name" defaultValue={kept?.name} />
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
      <NumberField
        label={texts.atOnce}
        name="at_once"
        rule={{ min: 1, max: 64, step: 1 }}
        defaultValue={kept?.max_concurrent ?? USUAL_AT_ONCE}
        required
      />
      <NumberField
        label={texts.perMinute}
        hint={texts.perMinuteHint}
        name="per_minute"
        rule={{ min: 1, max: 100_000, step: 1 }}
        defaultValue={kept?.requests_per_minute ?? ''}
      />
    </>
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
