import type { Reference } from '../../domain/ids.ts';
import type { Name } from '../../domain/names.ts';
import {
  type Caller,
  callerParameters,
  findReferenced,
  IS_CALLER,
  notFound,
  STANDING,
  STANDING_COLUMNS,
  type Standing,
  toStanding,
} from '../callers.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { type Row, statement } from '../statement.ts';
import { deletingVersioned, explainingTakenName } from '../versioned-rows.ts';

/** What is asked for an answer, and how; its secrets are readable to the vault only. */
export interface ProviderContent {
  readonly baseUrl: string;
  readonly sealedKey: string | null;
  readonly keyHint: string | null;
  readonly sealedHeaders: string | null;
  readonly headerNames: readonly string[];
  readonly maxConcurrent: number;
  readonly requestsPerMinute: number | null;
}

export interface Provider extends ProviderContent {
  readonly standing: Standing;
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const PROVIDER = `p.id, p.name, p.base_url, p.sealed_key, p.key_hint, p.sealed_headers,
  p.header_names, p.max_concurrent, p.requests_per_minute, p.version, p.created_at, p.updated_at`;

const PROVIDER_COLUMNS = {
  ...STANDING_COLUMNS,
  id: 'text',
  name: 'text',
  base_url: 'text',
  sealed_key: 'text?',
  key_hint: 'text?',
  sealed_headers: 'text?',
  header_names: 'text',
  max_concurrent: 'integer',
  requests_per_minute: 'integer?',
  version: 'integer',
  created_at: 'integer',
  updated_at: 'integer',
} as const;

const FIND_PROVIDER = statement(
  `SELECT ${STANDING}, ${PROVIDER}
   FROM callers c
   JOIN providers p ON p.workspace_id = c.workspace_id
   WHERE ${IS_CALLER} AND p.id = $3`,
  PROVIDER_COLUMNS,
);

export async function getProvider(
  db: Queryable,
  caller: Caller,
  provider: Reference,
): Promise<Provider> {
  const row = await findReferenced(db, FIND_PROVIDER, { caller, reference: provider });
  if (row === undefined) throw notFound('provider', provider);
  return toProvider(row);
}

const LIST_PROVIDERS = statement(
  `SELECT ${STANDING}, ${PROVIDER}
   FROM callers c
   JOIN providers p ON p.workspace_id = c.workspace_id
   WHERE ${IS_CALLER} AND p.workspace_id = $3
   ORDER BY p.name_key`,
  PROVIDER_COLUMNS,
);

/** The providers of a workspace by name. */
export async function listProviders(
  db: Queryable,
  caller: Caller,
  workspaceId: string,
): Promise<readonly Provider[]> {
  const rows = await db.query(LIST_PROVIDERS, [...callerParameters(caller), workspaceId]);
  return rows.map(toProvider);
}

/** What a call needs, for background work without a caller. */
export interface ProviderToCall {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly sealedKey: string | null;
  readonly sealedHeaders: string | null;
  readonly maxConcurrent: number;
  readonly requestsPerMinute: number | null;
}

const FIND_PROVIDER_TO_CALL = statement(
  `SELECT id, name, base_url, sealed_key, sealed_headers, max_concurrent, requests_per_minute
   FROM providers WHERE workspace_id = $1 AND id = $2`,
  {
    id: 'text',
    name: 'text',
    base_url: 'text',
    sealed_key: 'text?',
    sealed_headers: 'text?',
    max_concurrent: 'integer',
    requests_per_minute: 'integer?',
  },
);

export async function findProviderToCall(
  db: Queryable,
  workspaceId: string,
  providerId: string,
): Promise<ProviderToCall | undefined> {
  const row = await findRow(db, FIND_PROVIDER_TO_CALL, [workspaceId, providerId]);
  return (
    row && {
      id: row.id,
      name: row.name,
      baseUrl: row.base_url,
      sealedKey: row.sealed_key,
      sealedHeaders: row.sealed_headers,
      maxConcurrent: row.max_concurrent,
      requestsPerMinute: row.requests_per_minute,
    }
  );
}

export interface NewProvider extends ProviderContent {
  readonly id: string;
  readonly name: Name;
  readonly now: number;
}

const INSERT_PROVIDER = statement(
  `INSERT INTO providers (workspace_id, id, name, name_key, base_url, sealed_key, key_hint,
     sealed_headers, header_names, max_concurrent, requests_per_minute, version, created_at,
     updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1, $12, $12)`,
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
  /** The one that the change was made from. */
  readonly version: number;
}

const UPDATE_PROVIDER = statement(
  `UPDATE providers SET name = $3, name_key = $4, base_url = $5, sealed_key = $6, key_hint = $7,
     sealed_headers = $8, header_names = $9, max_concurrent = $10, requests_per_minute = $11,
     updated_at = $12, version = version + 1
   WHERE workspace_id = $1 AND id = $2 AND version = $13
   RETURNING version`,
  { version: 'integer' },
);

/**
 * The new version, or undefined when the provider is gone or another editor changed it. An address and
 * the secrets that were given for it are always written together.
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

export const deleteProvider = deletingVersioned('providers');

export const explainProviderConflict = explainingTakenName({
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
  ] as const;
}

function toProvider(row: Row<typeof FIND_PROVIDER>): Provider {
  return {
    standing: toStanding(row),
    id: row.id,
    name: row.name,
    baseUrl: row.base_url,
    sealedKey: row.sealed_key,
    keyHint: row.key_hint,
    sealedHeaders: row.sealed_headers,
    headerNames: JSON.parse(row.header_names),
    maxConcurrent: row.max_concurrent,
    requestsPerMinute: row.requests_per_minute,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
