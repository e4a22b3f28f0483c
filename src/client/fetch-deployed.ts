import type { Output } from '../contract/api.ts';
import { configEndpoints } from '../contract/variants/configs.ts';
import { ApiError, UnexpectedAnswer } from './api-error.ts';
import { type ClientOptions, send } from './send.ts';

export interface ConfigQuery {
  readonly base_id: string;
  readonly environment_name?: string;
  readonly config_name?: string;
}

export interface FetchedConfig {
  readonly etag: string;
  readonly config: Output<'fetchConfig'>;
}

const [FETCH_CONFIG] = configEndpoints;

/** Requests a config, unless it still has the known ETag. */
export async function fetchDeployed(
  options: ClientOptions,
  query: ConfigQuery,
  etag: string | undefined,
): Promise<FetchedConfig | 'unchanged'> {
  const input = { query: { ...query }, ...(etag === undefined ? {} : { ifNoneMatch: etag }) };
  const response = await send(options, FETCH_CONFIG, input);
  const { status, headers } = response;
  if (status === 304) return 'unchanged';
  const body: unknown = await response.json().catch(() => null);
  if (status !== 200) throw new ApiError({ status, headers, body });
  if (!isConfig(body)) throw new UnexpectedAnswer(headers.get('content-type') ?? '');
  return { etag: headers.get('etag') ?? '', config: body };
}

/** Also checks what a store returns. */
export function isConfig(value: unknown): value is FetchedConfig['config'] {
  if (typeof value !== 'object' || value === null) return false;
  if (!('config_name' in value && 'current_version' in value && 'parameters' in value))
    return false;
  const { config_name, current_version, parameters } = value;
  return (
    typeof config_name === 'string' &&
    typeof current_version === 'number' &&
    typeof parameters === 'object' &&
    parameters !== null
  );
}
