import type { CallInput } from '../../client/client.ts';
import type { Provider } from '../../contract/providers.ts';
import { strings } from '../strings.ts';
import type { FormValues } from '../ui/form-values.ts';

type NewProvider = Omit<CallInput<'createProvider'>['body'], 'workspace_id'>;

/** What a form says. Secrets that were left empty are left out: then those that are kept stay. */
export function providerOf(values: FormValues): NewProvider {
  const { name = '', base_url = '', api_key = '', headers = '', at_once = '' } = values;
  const { per_minute = '', remove_key, remove_headers } = values;
  return {
    name,
    base_url,
    max_concurrent: Number(at_once),
    requests_per_minute: per_minute === '' ? null : Number(per_minute),
    ...(remove_key !== undefined ? { api_key: null } : api_key === '' ? {} : { api_key }),
    ...(remove_headers !== undefined
      ? { headers: {} }
      : headers.trim() === ''
        ? {}
        : { headers: headersIn(headers) }),
  };
}

/** Whether a provider is about to leave the place its secrets were given for. */
export function movesAway({ base_url }: Pick<Provider, 'base_url'>, typed: string): boolean {
  return URL.canParse(typed) && new URL(typed).origin !== new URL(base_url).origin;
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
