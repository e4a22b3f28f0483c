import type { SecretPlace, Vault } from '../../../outbound/secrets.ts';
import type { ProviderContent } from '../../../storage/outputs/providers.ts';
import { originOf } from './provider-address.ts';

export type StoredSecrets = Pick<
  ProviderContent,
  'sealedKey' | 'keyHint' | 'sealedHeaders' | 'headerNames'
>;

/** Undefined keeps the stored secrets; a null key or empty headers drop them. */
export interface SentSecrets {
  readonly api_key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The provider and address that secrets belong to. */
export interface SecretOwner {
  readonly workspaceId: string;
  readonly id: string;
  readonly baseUrl: string;
}

export const NO_SECRETS: StoredSecrets = {
  sealedKey: null,
  keyHint: null,
  sealedHeaders: null,
  headerNames: [],
};

const HINT_LENGTH = 4;
/** The end of a shorter key would reveal too much. */
const SHORTEST_HINTED_KEY = 16;

/** The secrets to store: those sent, encrypted for their owner, and the others unchanged. */
export function sealSecrets(
  vault: Vault,
  owner: SecretOwner,
  { sent, stored }: { sent: SentSecrets; stored: StoredSecrets },
): StoredSecrets {
  const { sealedKey, keyHint, sealedHeaders, headerNames } = stored;
  return {
    ...(sent.api_key === undefined ? { sealedKey, keyHint } : sealKey(vault, owner, sent.api_key)),
    ...(sent.headers === undefined
      ? { sealedHeaders, headerNames }
      : sealHeaders(vault, owner, sent.headers)),
  };
}

function sealKey(vault: Vault, owner: SecretOwner, key: string | null) {
  if (key === null) return { sealedKey: null, keyHint: null };
  return {
    sealedKey: vault.seal(key, placeOf(owner, 'provider-key')),
    keyHint: key.length < SHORTEST_HINTED_KEY ? null : key.slice(-HINT_LENGTH),
  };
}

/** In lower case, so that a header of ours is never sent beside one of the same name. */
function sealHeaders(vault: Vault, owner: SecretOwner, sent: Readonly<Record<string, string>>) {
  const headers = Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value] as const);
  if (headers.length === 0) return { sealedHeaders: null, headerNames: [] };
  const text = JSON.stringify(Object.fromEntries(headers));
  return {
    sealedHeaders: vault.seal(text, placeOf(owner, 'provider-headers')),
    headerNames: headers.map(([name]) => name),
  };
}

export interface OpenedSecrets {
  readonly apiKey: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** The secrets that a call to the provider carries. Throws `SecretUnreadable`. */
export function openSecrets(
  vault: Vault,
  owner: SecretOwner,
  { sealedKey, sealedHeaders }: Pick<StoredSecrets, 'sealedKey' | 'sealedHeaders'>,
): OpenedSecrets {
  return {
    apiKey: sealedKey === null ? undefined : vault.open(sealedKey, placeOf(owner, 'provider-key')),
    headers:
      sealedHeaders === null
        ? {}
        : JSON.parse(vault.open(sealedHeaders, placeOf(owner, 'provider-headers'))),
  };
}

function placeOf(
  { workspaceId, id, baseUrl }: SecretOwner,
  kind: SecretPlace['kind'],
): SecretPlace {
  return { workspaceId, recordId: id, kind, origin: originOf(baseUrl) };
}
