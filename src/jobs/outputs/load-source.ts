import { hash } from 'node:crypto';
import type { JsonObject } from '../../contract/fields.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { FailureCode } from '../../domain/outputs/failure-codes.ts';
import { openSecrets } from '../../operations/outputs/parts/provider-secrets.ts';
import { SecretUnreadable, type Vault } from '../../outbound/secrets.ts';
import type { Queryable } from '../../storage/database.ts';
import type { ActiveSource } from '../../storage/outputs/generation-cells.ts';
import { findBaseUri, findPinnedParameters } from '../../storage/outputs/pinned-sources.ts';
import { findProviderToCall } from '../../storage/outputs/providers.ts';

/** How often all processes together may call one base or provider. */
export interface LaneLimits {
  readonly maxConcurrent: number;
  readonly requestsPerMinute: number | null;
}

/** Bases have no settings for this. */
const BASE_LIMITS: LaneLimits = { maxConcurrent: 8, requestsPerMinute: null };

type Callee =
  | { readonly kind: 'base'; readonly uri: string }
  | {
      readonly kind: 'provider';
      readonly baseUrl: string;
      readonly apiKey: string | undefined;
      readonly headers: Readonly<Record<string, string>>;
      readonly isLoopbackAllowed: boolean;
    };

/** The source to call and its parameters, or why it cannot be called. */
export interface LoadedSource {
  readonly callee: Callee | { readonly kind: 'none'; readonly code: FailureCode };
  readonly parameters: JsonObject;
  /** The source and its parameters, as part of the key of outputs. */
  readonly identity: { readonly source: string; readonly parameters_sha256: string };
  readonly limits: LaneLimits;
}

export interface SourceLoading {
  readonly db: Queryable;
  readonly vault: Vault;
}

/** Reads the source from the database, so that a corrected key or address takes effect. */
export async function loadSource(
  { db, vault }: SourceLoading,
  source: ActiveSource,
): Promise<LoadedSource> {
  const { workspaceId, revisionId } = source;
  const text = await findPinnedParameters(db, workspaceId, revisionId);
  const sourceParts =
    source.kind === 'base' ? await loadBase(db, source) : await loadProvider({ db, vault }, source);
  const parameters: JsonObject = JSON.parse(text ?? '{}');
  return {
    ...sourceParts,
    parameters,
    identity: {
      source: sourceParts.name,
      parameters_sha256: hash('sha256', canonicalJson(parameters), 'hex'),
    },
  };
}

type SourceParts = Pick<LoadedSource, 'callee' | 'limits'> & { readonly name: string };

async function loadBase(
  db: Queryable,
  { workspaceId, baseId }: ActiveSource,
): Promise<SourceParts> {
  const uri = await findBaseUri(db, workspaceId, baseId);
  if (uri === null) return noSource('source_missing');
  return { callee: { kind: 'base', uri }, limits: BASE_LIMITS, name: `base ${baseId} ${uri}` };
}

async function loadProvider(
  { db, vault }: SourceLoading,
  { workspaceId, providerId }: ActiveSource,
): Promise<SourceParts> {
  const provider =
    providerId === null ? undefined : await findProviderToCall(db, workspaceId, providerId);
  if (provider === undefined) return noSource('source_missing');
  const { id, baseUrl } = provider;
  try {
    return {
      callee: {
        kind: 'provider',
        baseUrl,
        isLoopbackAllowed: provider.loopbackAllowedAt !== null,
        ...openSecrets(vault, { workspaceId, id, baseUrl }, provider),
      },
      limits: provider,
      name: `provider ${id} ${baseUrl}`,
    };
  } catch (error) {
    if (error instanceof SecretUnreadable) return noSource('key_unreadable');
    throw error;
  }
}

function noSource(code: FailureCode): SourceParts {
  return { callee: { kind: 'none', code }, limits: BASE_LIMITS, name: 'none' };
}
