import type { Name } from '../../domain/names.ts';
import {
  type Caller,
  callerParameters,
  type ForCaller,
  IS_CALLER,
  referenceGetter,
  STANDING,
  STANDING_COLUMNS,
  withStanding,
} from '../callers.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { columnList, json, type RowOf, statement } from '../statement.ts';
import { takenNameExplainer, versionedDeleter } from '../versioned-rows.ts';

const PROVIDER = {
  id: 'text',
  name: 'text',
  baseUrl: 'text',
  sealedKey: 'text?',
  keyHint: 'text?',
  sealedHeaders: 'text?',
  headerNames: json<readonly string[]>,
  maxConcurrent: 'integer',
  requestsPerMinute: 'integer?',
  /** The user who allowed its address on this machine; null if none did. */
  loopbackAllowedBy: 'text?',
  loopbackAllowedAt: 'integer?',
  version: 'integer',
  createdAt: 'integer',
  updatedAt: 'integer',
} as const;

export type Provider = ForCaller<typeof PROVIDER>;

/** Where and how to call a provider; only the vault can read its secrets. */
export type ProviderContent = Omit<
  RowOf<typeof PROVIDER>,
  'id' | 'name' | 'version' | 'createdAt' | 'updatedAt'
>;

const SELECT_PROVIDERS = `SELECT ${STANDING}, ${columnList('p', PROVIDER)}
   FROM callers c JOIN providers p ON p.workspace_id = c.workspace_id
   WHERE ${IS_CALLER}`;

const PROVIDER_COLUMNS = { ...STANDING_COLUMNS, ...PROVIDER } as const;

export const getProvider = referenceGetter(
  'provider',
  statement(`${SELECT_PROVIDERS} AND p.id = $4`, PROVIDER_COLUMNS),
);

const LIST_PROVIDERS = statement(
  `${SELECT_PROVIDERS} AND p.workspace_id = $4 ORDER BY p.name_key`,
  PROVIDER_COLUMNS,
);

/** The providers of a workspace by name. */
export async function listProviders(
  db: Queryable,
  caller: Caller,
  workspaceId: string,
): Promise<readonly Provider[]> {
  const rows = await db.query(LIST_PROVIDERS, [...callerParameters(caller), workspaceId]);
  return rows.map(withStanding);
}

const PROVIDER_TO_CALL = {
  id: 'text',
  name: 'text',
  baseUrl: 'text',
  sealedKey: 'text?',
  sealedHeaders: 'text?',
  maxConcurrent: 'integer',
  requestsPerMinute: 'integer?',
  loopbackAllowedAt: 'integer?',
} as const;

/** The part of a provider that a call needs, for background work without a caller. */
export type ProviderToCall = RowOf<typeof PROVIDER_TO_CALL>;

const FIND_PROVIDER_TO_CALL = statement(
  `SELECT ${columnList('p', PROVIDER_TO_CALL)} FROM providers p
   WHERE p.workspace_id = $1 AND p.id = $2`,
  PROVIDER_TO_CALL,
);

export async function findProviderToCall(
  db: Queryable,
  workspaceId: string,
  providerId: string,
): Promise<ProviderToCall | undefined> {
  return findRow(db, FIND_PROVIDER_TO_CALL, [workspaceId, providerId]);
}

export interface NewProvider extends ProviderContent {
  readonly id: string;
  readonly name: Name;
  readonly now: number;
}

const INSERT_PROVIDER = statement(
  `INSERT INTO providers (workspace_id, id, name, name_key, base_url, sealed_key, key_hint,
     sealed_headers, header_names, max_concurrent, requests_per_minute, loopback_allowed_by,
     loopback_allowed_at, version, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 1, $14, $14)`,
  {},
);

export async function insertProvider(
  tx: Transaction,
  workspaceId: string,
  provider: NewProvider,
): Promise<void> {
  await tx.query(INSERT_PROVIDER, [
    workspaceId,
    provider.id,
    ...contentParameters(provider),
    provider.now,
  ]);
}

export interface ProviderChange extends NewProvider {
  /** The version that the change is based on. */
  readonly version: number;
}

const UPDATE_PROVIDER = statement(
  `UPDATE providers SET name = $3, name_key = $4, base_url = $5, sealed_key = $6, key_hint = $7,
     sealed_headers = $8, header_names = $9, max_concurrent = $10, requests_per_minute = $11,
     loopback_allowed_by = $12, loopback_allowed_at = $13, updated_at = $14, version = version + 1
   WHERE workspace_id = $1 AND id = $2 AND version = $15
   RETURNING version`,
  { version: 'integer' },
);

/**
 * The new version, or undefined when the provider is gone or another editor changed it. An address
 * and the secrets that were given for it are always written together.
 */
export async function updateProvider(
  tx: Transaction,
  workspaceId: string,
  change: ProviderChange,
): Promise<number | undefined> {
  const row = await findRow(tx, UPDATE_PROVIDER, [
    workspaceId,
    change.id,
    ...contentParameters(change),
    change.now,
    change.version,
  ]);
  return row?.version;
}

export const deleteProvider = versionedDeleter('providers');

export const explainProviderConflict = takenNameExplainer({
  table: 'providers',
  code: 'provider_name_taken',
  kind: 'A provider',
  scope: 'workspace',
});

function contentParameters(provider: NewProvider) {
  return [
    provider.name.text,
    provider.name.key,
    provider.baseUrl,
    provider.sealedKey,
    provider.keyHint,
    provider.sealedHeaders,
    JSON.stringify(provider.headerNames),
    provider.maxConcurrent,
    provider.requestsPerMinute,
    provider.loopbackAllowedBy,
    provider.loopbackAllowedAt,
  ] as const;
}
