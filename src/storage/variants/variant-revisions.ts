import type { JsonObject } from '../../contract/fields.ts';
import type { NewRevision } from '../../domain/variants/derive-variant.ts';
import {
  type Caller,
  callerParameters,
  IS_CALLER,
  STANDING,
  STANDING_COLUMNS,
  type Standing,
  toStanding,
} from '../callers.ts';
import type { Queryable, Transaction } from '../database.ts';
import type { Page } from '../page.ts';
import { type Row, statement } from '../statement.ts';

export interface VariantRevision {
  readonly id: string;
  readonly variantId: string;
  readonly revision: number;
  readonly configName: string;
  readonly parameters: JsonObject;
  readonly commitMessage: string | null;
  readonly restoredFrom: number | null;
  readonly createdBy: string;
  readonly createdByName: string;
  readonly createdAt: number;
}

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

const REVISION = `r.id, v.id AS variant_id, r.revision, r.config_name, r.parameters,
  r.commit_message, r.restored_from, r.created_by, u.username, r.created_at`;

/** Nullable throughout, because a variant without the wanted revisions still gives a row. */
const REVISION_COLUMNS = {
  ...STANDING_COLUMNS,
  id: 'text?',
  variant_id: 'text',
  revision: 'integer?',
  config_name: 'text?',
  parameters: 'text?',
  commit_message: 'text?',
  restored_from: 'integer?',
  created_by: 'text?',
  username: 'text?',
  created_at: 'integer?',
} as const;

const LIST_VARIANT_REVISIONS = statement(
  `SELECT ${STANDING}, ${REVISION}
   FROM callers c
   JOIN variants v ON v.workspace_id = c.workspace_id
   LEFT JOIN variant_revisions r ON r.workspace_id = v.workspace_id AND r.variant_id = v.id
     AND r.revision < $4
   LEFT JOIN users u ON u.id = r.created_by
   WHERE ${IS_CALLER} AND v.id = $3
   ORDER BY r.revision DESC LIMIT $5`,
  REVISION_COLUMNS,
);

export interface RevisionsOfVariant {
  readonly standing: Standing;
  readonly revisions: readonly VariantRevision[];
}

/** Above every revision number. */
const NEWEST = 2_147_483_647;

/** Newest first; undefined when there is no such variant. */
export async function listVariantRevisions(
  db: Queryable,
  caller: Caller,
  { variantId, page }: { variantId: string; page: Page<number> },
): Promise<RevisionsOfVariant | undefined> {
  const rows = await db.query(LIST_VARIANT_REVISIONS, [
    ...callerParameters(caller),
    variantId,
    page.after ?? NEWEST,
    page.limit,
  ]);
  return toRevisions(rows);
}

const FIND_VARIANT_REVISIONS = statement(
  `SELECT ${STANDING}, ${REVISION}
   FROM callers c
   JOIN variants v ON v.workspace_id = c.workspace_id
   LEFT JOIN variant_revisions r ON r.workspace_id = v.workspace_id AND r.variant_id = v.id
     AND (r.revision = $4 OR r.revision = COALESCE(CAST($5 AS integer), v.head))
   LEFT JOIN users u ON u.id = r.created_by
   WHERE ${IS_CALLER} AND v.id = $3
   ORDER BY r.revision`,
  REVISION_COLUMNS,
);

/** Two revisions of a variant (the second one by default its current one), as far as they exist. */
export async function findVariantRevisions(
  db: Queryable,
  caller: Caller,
  wanted: { variantId: string; first: number; second: number | undefined },
): Promise<RevisionsOfVariant | undefined> {
  const rows = await db.query(FIND_VARIANT_REVISIONS, [
    ...callerParameters(caller),
    wanted.variantId,
    wanted.first,
    wanted.second ?? null,
  ]);
  return toRevisions(rows);
}

function toRevisions(
  rows: readonly Row<typeof LIST_VARIANT_REVISIONS>[],
): RevisionsOfVariant | undefined {
  const first = rows[0];
  return first && { standing: toStanding(first), revisions: rows.flatMap(toRevision) };
}

function toRevision(row: Row<typeof LIST_VARIANT_REVISIONS>): VariantRevision[] {
  const { id, revision, config_name, parameters, created_by, created_at } = row;
  if (
    id === null ||
    revision === null ||
    config_name === null ||
    parameters === null ||
    created_by === null ||
    created_at === null
  ) {
    return [];
  }
  return [
    {
      id,
      variantId: row.variant_id,
      revision,
      configName: config_name,
      parameters: JSON.parse(parameters),
      commitMessage: row.commit_message,
      restoredFrom: row.restored_from,
      createdBy: created_by,
      createdByName: row.username ?? '',
      createdAt: created_at,
    },
  ];
}
