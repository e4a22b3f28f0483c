import type { CallInput } from '../../client/client.ts';
import type { Provider } from '../../contract/outputs/providers.ts';
import { strings } from '../strings.ts';
import type { FormValues } from '../ui/form-values.ts';
import { numberOf } from '../ui/number-text.ts';

export type NewProvider = Omit<CallInput<'createProvider'>['body'], 'workspace_id'>;

/** The form's provider. Empty secrets are omitted, so stored ones stay. */
export function providerOf(values: FormValues): NewProvider {
  const { name = '', base_url = '', api_key = '', headers = '', at_once = '' } = values;
  const { per_minute = '', remove_key, remove_headers } = values;
  return {
    name,
    base_url,
    max_concurrent: numberOf(at_once),
    requests_per_minute: per_minute.trim() === '' ? null : numberOf(per_minute),
    ...(remove_key !== undefined ? { api_key: null } : api_key === '' ? {} : { api_key }),
    ...(remove_headers !== undefined
      ? { headers: {} }
      : headers.trim() === ''
        ? {}
        : { headers: headersIn(headers) }),
  };
}

/** The provider as the form would save it; a new key has no hint yet. */
export function withFormValues(provider: Provider, values: FormValues): Provider {
  const { name, base_url, max_concurrent, requests_per_minute, api_key, headers } =
    providerOf(values);
  return {
    ...provider,
    name,
    base_url,
    max_concurrent: max_concurrent ?? provider.max_concurrent,
    requests_per_minute: requests_per_minute ?? null,
    ...(api_key === undefined ? {} : { has_key: api_key !== null, key_hint: null }),
    ...(headers === undefined ? {} : { header_names: Object.keys(headers) }),
  };
}

/** Whether the new address has another origin, which must not get the stored secrets. */
export function changesOrigin({ base_url }: Pick<Provider, 'base_url'>, address: string): boolean {
  return URL.canParse(address) && new URL(address).origin !== new URL(base_url).origin;
}

function headersIn(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      if (colon < 1) throw new Error(strings.providers.headerInvalid(line));
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  );
}
