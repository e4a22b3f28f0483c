import { Problem } from '../../contract/problems.ts';
import type { Name } from '../../domain/names.ts';
import type { DerivedVariant } from '../../domain/variants/derive-variant.ts';
import { notFound } from '../callers.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../engines/engine-errors.ts';
import { statement } from '../statement.ts';
import { isExpectedVersion, versionedDeleter } from '../versioned-rows.ts';
import { writer } from '../writers.ts';

export const INSERT_VARIANT = statement(
  `INSERT INTO variants (workspace_id, id, app_id, base_id, name, name_key, config_name,
     config_name_key, created_by, parameters_hash, created_at, head, version, previous_variant_name)
   SELECT b.workspace_id, $2, $3, b.id, $5, $6, $7, $8, $9, $10, $11, 1, 1, (
     SELECT v.name FROM variants v WHERE v.workspace_id = $1 AND v.base_id = $4
     ORDER BY v.created_at DESC, v.id DESC LIMIT 1)
   FROM bases b WHERE b.workspace_id = $1 AND b.id = $4
   RETURNING previous_variant_name`,
  { previousVariantName: 'text?' },
);

/** Returns the name of the newest other variant of the base. */
export async function insertVariant(
  tx: Transaction,
  workspaceId: string,
  variant: DerivedVariant,
): Promise<string | null> {
  const row = await findRow(tx, INSERT_VARIANT, [
    workspaceId,
    variant.id,
    variant.appId,
    variant.baseId,
    variant.name.text,
    variant.name.key,
    variant.configName.text,
    variant.configName.key,
    variant.firstRevision.createdBy,
    variant.firstRevision.parametersHash,
    variant.firstRevision.createdAt,
  ]);
  return row?.previousVariantName ?? null;
}

export interface HeadChange {
  readonly variantId: string;
  readonly parametersHash: string;
  /** The version that the caller has seen, if they sent one. */
  readonly expectedVersion: number | undefined;
  /** Only a variant whose parameters still have this hash is changed. */
  readonly onlyFromHash: string | undefined;
}

const ADVANCE_HEAD = statement(
  `UPDATE variants SET head = head + 1, version = version + 1, parameters_hash = $3
   WHERE workspace_id = $1 AND id = $2 AND parameters_hash <> $3
     AND ${isExpectedVersion(4)}
     AND (CAST($5 AS text) IS NULL OR parameters_hash = $5)
   RETURNING head AS revision, version, config_name`,
  { revision: 'integer', version: 'integer', configName: 'text' },
);

/**
 * Takes the next revision number. Undefined when nothing changes: the parameters are the same, the
 * variant is gone, or it is not what the caller expects.
 */
export async function advanceHead(
  tx: Transaction,
  workspaceId: string,
  change: HeadChange,
): Promise<{ revision: number; version: number; configName: string } | undefined> {
  return findRow(tx, ADVANCE_HEAD, [
    workspaceId,
    change.variantId,
    change.parametersHash,
    change.expectedVersion ?? null,
    change.onlyFromHash ?? null,
  ]);
}

export interface VariantNames {
  readonly variantId: string;
  readonly name: Name | undefined;
  readonly configName: Name | undefined;
  readonly expectedVersion: number | undefined;
}

const UPDATE_VARIANT_NAMES = statement(
  `UPDATE variants SET version = version + 1,
     name = COALESCE(CAST($3 AS text), name), name_key = COALESCE(CAST($4 AS text), name_key),
     config_name = COALESCE(CAST($5 AS text), config_name),
     config_name_key = COALESCE(CAST($6 AS text), config_name_key)
   WHERE workspace_id = $1 AND id = $2
     AND (name <> CAST($3 AS text) OR config_name <> CAST($5 AS text))
     AND ${isExpectedVersion(7)}
   RETURNING id`,
  { id: 'text' },
);

/**
 * Leaves undefined fields unchanged. False when nothing changes, or the variant is gone or has
 * another version than expected.
 */
export async function updateVariantNames(
  tx: Transaction,
  workspaceId: string,
  names: VariantNames,
): Promise<boolean> {
  const row = await findRow(tx, UPDATE_VARIANT_NAMES, [
    workspaceId,
    names.variantId,
    names.name?.text ?? null,
    names.name?.key ?? null,
    names.configName?.text ?? null,
    names.configName?.key ?? null,
    names.expectedVersion ?? null,
  ]);
  return row !== undefined;
}

/** A variant shows the name and URI of its base, so its version changes with them. */
export const markVariantsOfBase = writer<[workspaceId: string, baseId: string]>(
  'UPDATE variants SET version = version + 1 WHERE workspace_id = $1 AND base_id = $2',
);

/** A variant shows the name of its app, so its version changes with it. */
export const markVariantsOfApp = writer<[workspaceId: string, appId: string]>(
  'UPDATE variants SET version = version + 1 WHERE workspace_id = $1 AND app_id = $2',
);

/** Also deletes its revisions. */
export const deleteVariant = versionedDeleter('variants');

const FIND_NAME_HOLDERS = statement(
  `SELECT id, name_key FROM variants
   WHERE workspace_id = $1 AND id <> $2
     AND ((app_id = $3 AND name_key = CAST($4 AS text))
       OR (base_id = $5 AND config_name_key = CAST($6 AS text)))`,
  { id: 'text', nameKey: 'text' },
);

export interface WantedNames {
  readonly variantId: string;
  readonly appId: string;
  readonly baseId: string;
  /** Undefined if the variant keeps its name. */
  readonly name: Name | undefined;
  readonly configName: Name | undefined;
}

/** Turns a violated constraint into the problem that names the variant with that name. */
export async function explainVariantConflict(
  db: Queryable,
  workspaceId: string,
  { wanted, error }: { wanted: WantedNames; error: unknown },
): Promise<unknown> {
  if (isForeignKeyViolation(error)) {
    return notFound('base', { id: undefined, field: 'base_id' });
  }
  const isNameConflict =
    isUniqueViolation(error, 'variants.name_key') ||
    isUniqueViolation(error, 'variants.config_name_key');
  if (!isNameConflict) return error;
  const holders = await db.query(FIND_NAME_HOLDERS, [
    workspaceId,
    wanted.variantId,
    wanted.appId,
    wanted.name?.key ?? null,
    wanted.baseId,
    wanted.configName?.key ?? null,
  ]);
  const sameName = holders.find((holder) => holder.nameKey === wanted.name?.key);
  if (sameName !== undefined) {
    return new Problem(
      'variant_name_taken',
      `A variant named "${wanted.name?.text}" exists in this app. Choose another name.`,
      { members: { existing_id: sameName.id } },
    );
  }
  return new Problem(
    'config_name_taken',
    `A variant with the config name "${wanted.configName?.text}" exists in this base. Choose another name.`,
    { members: { existing_id: holders[0]?.id ?? null } },
  );
}

/** How many variants an `in_use` problem names. */
const MOST_NAMED = 20;

const LIST_VARIANTS_OF_BASE = statement(
  `SELECT id, name, COUNT(*) OVER () AS total FROM variants
   WHERE workspace_id = $1 AND base_id = $2 ORDER BY created_at, id LIMIT $3`,
  { id: 'text', name: 'text', total: 'integer' },
);

/** The first variants of a base, and how many there are. */
export async function listVariantsOfBase(
  db: Queryable,
  workspaceId: string,
  baseId: string,
): Promise<{ variants: readonly { id: string; name: string }[]; count: number }> {
  const variants = await db.query(LIST_VARIANTS_OF_BASE, [workspaceId, baseId, MOST_NAMED]);
  return { variants, count: variants[0]?.total ?? 0 };
}
