import type { Problem } from '../../contract/problems.ts';
import type { Reference } from '../../domain/ids.ts';
import type { Name } from '../../domain/names.ts';
import {
  type Caller,
  callerParameters,
  type ForCaller,
  IS_CALLER,
  notFound,
  referenceGetter,
  STANDING,
  STANDING_COLUMNS,
  withStanding,
} from '../callers.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { type AgeKey, byAge, type Page, pageParameters } from '../page.ts';
import { columnList, statement } from '../statement.ts';
import {
  type ExpectedRow,
  isExpectedVersion,
  takenNameExplainer,
  versionedDeleter,
} from '../versioned-rows.ts';

const APP = {
  id: 'text',
  name: 'text',
  version: 'integer',
  createdAt: 'integer',
  updatedAt: 'integer',
} as const;

export type App = ForCaller<typeof APP>;

const SELECT_APPS = `SELECT ${STANDING}, ${columnList('a', APP)}
   FROM callers c JOIN apps a ON a.workspace_id = c.workspace_id
   WHERE ${IS_CALLER}`;

const APP_COLUMNS = { ...STANDING_COLUMNS, ...APP } as const;

export const getApp = referenceGetter(
  'app',
  statement(`${SELECT_APPS} AND a.id = $4`, APP_COLUMNS),
);

export function appNotFound(app: Reference): Problem {
  return notFound('app', app);
}

export interface AppFilter {
  readonly name: Name | undefined;
  readonly organizationId: string | undefined;
  readonly workspaceId: string | undefined;
}

const LIST_APPS = statement(
  `${SELECT_APPS}
     AND (CAST($4 AS text) IS NULL OR a.name_key = $4)
     AND (CAST($5 AS text) IS NULL OR CAST(c.organization_id AS text) = $5)
     AND (CAST($6 AS text) IS NULL OR CAST(c.workspace_id AS text) = $6)
     ${byAge('a', 7)}`,
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
  return rows.map(withStanding);
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
 * Leaves undefined fields unchanged. False when nothing changes, or the app is gone or has another
 * version than expected.
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

/** Also deletes everything in the app. */
export const deleteApp = versionedDeleter('apps');

export const explainAppConflict = takenNameExplainer({
  table: 'apps',
  code: 'app_name_taken',
  kind: 'An app',
  scope: 'workspace',
});

const LIST_APP_NAME_KEYS = statement('SELECT name_key FROM apps WHERE workspace_id = $1', {
  nameKey: 'text',
});

/** The keys by which the names of a workspace's apps are compared. */
export async function listAppNameKeys(
  db: Queryable,
  workspaceId: string,
): Promise<ReadonlySet<string>> {
  const rows = await db.query(LIST_APP_NAME_KEYS, [workspaceId]);
  return new Set(rows.map((row) => row.nameKey));
}
