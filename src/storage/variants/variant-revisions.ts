import type { JsonObject } from '../../contract/fields.ts';
import type { NewRevision } from '../../domain/variants/derive-variant.ts';
import {
  type Caller,
  callerParameters,
  IS_CALLER,
  ownedRows,
  STANDING,
  STANDING_COLUMNS,
  type Standing,
} from '../callers.ts';
import type { Queryable, Transaction } from '../database.ts';
import { NEWEST_REVISION, type Page } from '../page.ts';
import { json, type Row, type RowOf, statement } from '../statement.ts';

export const INSERT_VARIANT_REVISION = statement(
  `INSERT INTO variant_revisions (workspace_id, id, variant_id, revision, config_name, parameters,
     commit_message, restored_from, created_by, created_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
  {},
);

export async function insertVariantRevision(
  tx: Transaction,
  workspaceId: string,
  revision: NewRevision,
): Promise<void> {
  await tx.query(INSERT_VARIANT_REVISION, [
    workspaceId,
    revision.id,
    revision.variantId,
    revision.revision,
    revision.configName,
    JSON.stringify(revision.parameters),
    revision.commitMessage,
    revision.restoredFrom,
    revision.createdBy,
    revision.createdAt,
  ]);
}

/** Gives one row without a revision for a variant that has none of the requested ones. */
const REVISIONS = `SELECT ${STANDING}, r.id, v.id AS variant_id, r.revision, r.config_name,
     r.parameters, r.commit_message, r.restored_from, r.created_by, u.username AS created_by_name,
     r.created_at
   FROM callers c
   JOIN variants v ON v.workspace_id = c.workspace_id
   LEFT JOIN variant_revisions r ON r.workspace_id = v.workspace_id AND r.variant_id = v.id`;

const REVISION_COLUMNS = {
  ...STANDING_COLUMNS,
  id: 'text',
  variantId: 'text',
  revision: 'integer',
  configName: 'text',
  parameters: json<JsonObject>,
  commitMessage: 'text?',
  restoredFrom: 'integer?',
  createdBy: 'text',
  createdByName: 'text',
  createdAt: 'integer',
} as const;

export type VariantRevision = RowOf<typeof REVISION_COLUMNS>;

const LIST_VARIANT_REVISIONS = statement(
  `${REVISIONS}
     AND r.revision < $5
   LEFT JOIN users u ON u.id = r.created_by
   WHERE ${IS_CALLER} AND v.id = $4
   ORDER BY r.revision DESC LIMIT $6`,
  REVISION_COLUMNS,
);

export interface RevisionsOfVariant {
  readonly standing: Standing;
  readonly revisions: readonly VariantRevision[];
}

/** Newest first; undefined when there is no such variant. */
export async function listVariantRevisions(
  db: Queryable,
  caller: Caller,
  { variantId, page }: { variantId: string; page: Page<number> },
): Promise<RevisionsOfVariant | undefined> {
  const rows = await db.query(LIST_VARIANT_REVISIONS, [
    ...callerParameters(caller),
    variantId,
    page.after ?? NEWEST_REVISION,
    page.limit,
  ]);
  return toRevisions(rows);
}

const FIND_VARIANT_REVISIONS = statement(
  `${REVISIONS}
     AND (r.revision = $5 OR r.revision = COALESCE(CAST($6 AS integer), v.head))
   LEFT JOIN users u ON u.id = r.created_by
   WHERE ${IS_CALLER} AND v.id = $4
   ORDER BY r.revision`,
  REVISION_COLUMNS,
);

/** Two revisions of a variant, as far as they exist; the second is by default the current one. */
export async function findVariantRevisions(
  db: Queryable,
  caller: Caller,
  query: { variantId: string; first: number; second: number | undefined },
): Promise<RevisionsOfVariant | undefined> {
  const rows = await db.query(FIND_VARIANT_REVISIONS, [
    ...callerParameters(caller),
    query.variantId,
    query.first,
    query.second ?? null,
  ]);
  return toRevisions(rows);
}

function toRevisions(
  rows: readonly Row<typeof LIST_VARIANT_REVISIONS>[],
): RevisionsOfVariant | undefined {
  const revisions = ownedRows(rows);
  return revisions && { standing: revisions.standing, revisions: revisions.owned };
}
