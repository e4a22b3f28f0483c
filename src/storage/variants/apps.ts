import type { Problem } from '../../contract/problems.ts';
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
import { type AgeKey, isAfter, type Page, pageParameters } from '../page.ts';
import { type Row, statement } from '../statement.ts';
import {
  deletingVersioned,
  type ExpectedRow,
  explainingTakenName,
  isExpectedVersion,
} from '../versioned-rows.ts';

export interface App {
  readonly standing: Standing;
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const APP = 'a.id, a.name, a.version, a.created_at, a.updated_at';

const APP_COLUMNS = {
  ...STANDING_COLUMNS,
  id: 'text',
  name: 'text',
  version: 'integer',
  created_at: 'integer',
  updated_at: 'integer',
} as const;

const FIND_APP = statement(
  `SELECT ${STANDING}, ${APP}
   FROM callers c JOIN apps a ON a.workspace_id = c.workspace_id
   WHERE ${IS_CALLER} AND a.id = $3`,
  APP_COLUMNS,
);

export async function getApp(db: Queryable, caller: Caller, app: Reference): Promise<App> {
  const row = await findReferenced(db, FIND_APP, { caller, reference: app });
  if (row === undefined) throw appNotFound(app);
  return toApp(row);
}

export function appNotFound(app: Reference): Problem {
  return notFound('app', app);
}

export interface AppFilter {
  readonly name: Name | undefined;
  readonly organizationId: string | undefined;
  readonly workspaceId: string | undefined;
}

const LIST_APPS = statement(
  `SELECT ${STANDING}, ${APP}
   FROM callers c JOIN apps a ON a.workspace_id = c.workspace_id
   WHERE ${IS_CALLER}
     AND (CAST($3 AS text) IS NULL OR a.name_key = $3)
     AND (CAST($4 AS text) IS NULL OR CAST(c.organization_id AS text) = $4)
     AND (CAST($5 AS text) IS NULL OR CAST(c.workspace_id AS text) = $5)
     AND ${isAfter('a', 6)}
   ORDER BY a.created_at, a.id LIMIT $8`,
  APP_COLUMNS,
);

export async function listApps(
  db: Queryable,
  caller: Caller,
  { filter, page }: { filter: AppFilter; page: Page<AgeKey> },
): Promise<readonly App[]> {
  const rows = await db.query(LIST_APPS, [
    ...callerParameters(caller),
    filter.name?.key ?? null,
    filter.organizationId ?? null,
    filter.workspaceId ?? null,
    ...pageParameters(page),
  ]);
  return rows.map(toApp);
}

export interface NewApp {
  readonly id: string;
  readonly name: Name;
  readonly userId: string;
  readonly now: number;
}

const INSERT_APP = statement(
  `INSERT INTO apps (workspace_id, id, name, name_key, created_by, version, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, 1, $6, $6)`,
  {},
);

export async function insertApp(tx: Transaction, workspaceId: string, app: NewApp): Promise<void> {
  await tx.query(INSERT_APP, [
    workspaceId,
    app.id,
    app.name.text,
    app.name.key,
    app.userId,
    app.now,
  ]);
}

export interface AppChange extends ExpectedRow {
  readonly name: Name | undefined;
  readonly now: number;
}

const UPDATE_APP = statement(
  `UPDATE apps SET version = version + 1, updated_at = $5, name = $3, name_key = $4
   WHERE workspace_id = $1 AND id = $2 AND name <> CAST($3 AS text)
     AND ${isExpectedVersion(6)}
   RETURNING id`,
  { id: 'text' },
);

/**
 * Leaves what is undefined as it is. False when nothing was to change, or the app is gone or has
 * another version than expected.
 */
export async function updateApp(
  tx: Transaction,
  workspaceId: string,
  change: AppChange,
): Promise<boolean> {
  const row = await findRow(tx, UPDATE_APP, [
    workspaceId,
    change.id,
    change.name?.text ?? null,
    change.name?.key ?? null,
    change.now,
    change.expectedVersion ?? null,
  ]);
  return row !== undefined;
}

/** Takes everything of the app along. */
export const deleteApp = deletingVersioned('apps');

export const explainAppConflict = explainingTakenName({
  table: 'apps',
  code: 'app_name_taken',
  kind: 'An app',
  scope: 'workspace',
});

function toApp(row: Row<typeof FIND_APP>): App {
  return {
    standing: toStanding(row),
    id: row.id,
    name: row.name,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
