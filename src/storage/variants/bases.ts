import type { Name } from '../../domain/names.ts';
import {
  type Caller,
  callerParameters,
  type ForCaller,
  IS_CALLER,
  ownedRows,
  referenceGetter,
  STANDING,
  STANDING_COLUMNS,
  type Standing,
} from '../callers.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { type AgeKey, isAfter, type Page, pageParameters } from '../page.ts';
import { columnList, type RowOf, statement } from '../statement.ts';
import {
  type ExpectedRow,
  isExpectedVersion,
  takenNameExplainer,
  versionedDeleter,
} from '../versioned-rows.ts';

const BASE = {
  id: 'text',
  name: 'text',
  uri: 'text?',
  appId: 'text',
  version: 'integer',
  createdAt: 'integer',
  updatedAt: 'integer',
} as const;

export type Base = ForCaller<typeof BASE & { readonly appName: 'text' }>;

export const FIND_BASE = statement(
  `SELECT ${STANDING}, ${columnList('b', BASE)}, a.name AS app_name
   FROM callers c
   JOIN bases b ON b.workspace_id = c.workspace_id
   JOIN apps a ON a.workspace_id = b.workspace_id AND a.id = b.app_id
   WHERE ${IS_CALLER} AND b.id = $4`,
  { ...STANDING_COLUMNS, ...BASE, appName: 'text' },
);

export const getBase = referenceGetter('base', FIND_BASE);

const BASE_OF_APP = { id: 'text', name: 'text', createdAt: 'integer' } as const;

export type BaseOfApp = RowOf<typeof BASE_OF_APP>;

/** Gives one row without a base for an app without bases. */
const BASES_OF_APP = `SELECT ${STANDING}, ${columnList('b', BASE_OF_APP)}
   FROM callers c
   JOIN apps a ON a.workspace_id = c.workspace_id
   LEFT JOIN bases b ON b.workspace_id = a.workspace_id AND b.app_id = a.id
     AND (CAST($5 AS text) IS NULL OR b.name_key = $5)`;

const BASE_OF_APP_COLUMNS = { ...STANDING_COLUMNS, ...BASE_OF_APP } as const;

const LIST_BASES_BY_NAME = statement(
  `${BASES_OF_APP}
   WHERE ${IS_CALLER} AND a.id = $4
   ORDER BY b.name_key, b.id`,
  BASE_OF_APP_COLUMNS,
);

const LIST_BASES_BY_AGE = statement(
  `${BASES_OF_APP} AND ${isAfter('b', 6)}
   WHERE ${IS_CALLER} AND a.id = $4
   ORDER BY b.created_at, b.id LIMIT $8`,
  BASE_OF_APP_COLUMNS,
);

export interface BaseQuery {
  readonly appId: string;
  readonly name: Name | undefined;
  /** Undefined asks for the whole list. */
  readonly page: Page<AgeKey> | undefined;
}

/**
 * The bases of an app by name, or undefined when there is no such app. Pages go by age: otherwise a
 * base that is renamed between two pages could appear twice or not at all.
 */
export async function listBases(
  db: Queryable,
  caller: Caller,
  { appId, name, page }: BaseQuery,
): Promise<{ standing: Standing; bases: readonly BaseOfApp[] } | undefined> {
  const filter = [...callerParameters(caller), appId, name?.key ?? null];
  const rows =
    page === undefined
      ? await db.query(LIST_BASES_BY_NAME, filter)
      : await db.query(LIST_BASES_BY_AGE, [...filter, ...pageParameters(page)]);
  const bases = ownedRows(rows);
  return bases && { standing: bases.standing, bases: bases.owned };
}

export interface NewBase {
  readonly id: string;
  readonly appId: string;
  readonly name: Name;
  readonly uri: string | null;
  readonly now: number;
}

const INSERT_BASE = statement(
  `INSERT INTO bases (workspace_id, id, app_id, name, name_key, uri, version, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $7)`,
  {},
);

export async function insertBase(
  tx: Transaction,
  workspaceId: string,
  base: NewBase,
): Promise<void> {
  await tx.query(INSERT_BASE, [
    workspaceId,
    base.id,
    base.appId,
    base.name.text,
    base.name.key,
    base.uri,
    base.now,
  ]);
}

export interface BaseChange extends ExpectedRow {
  readonly name: Name | undefined;
  /** Null removes it. */
  readonly uri: string | null | undefined;
  readonly now: number;
}

const UPDATE_BASE = statement(
  `UPDATE bases SET version = version + 1, updated_at = $7,
     name = COALESCE(CAST($3 AS text), name), name_key = COALESCE(CAST($4 AS text), name_key),
     uri = CASE WHEN CAST($5 AS integer) = 1 THEN CAST($6 AS text) ELSE uri END
   WHERE workspace_id = $1 AND id = $2
     AND (name <> CAST($3 AS text)
       OR (CAST($5 AS integer) = 1 AND uri IS DISTINCT FROM CAST($6 AS text)))
     AND ${isExpectedVersion(8)}
   RETURNING id`,
  { id: 'text' },
);

/**
 * Leaves undefined fields unchanged. False when nothing changes, or the base is gone or has another
 * version than expected.
 */
export async function updateBase(
  tx: Transaction,
  workspaceId: string,
  change: BaseChange,
): Promise<boolean> {
  const row = await findRow(tx, UPDATE_BASE, [
    workspaceId,
    change.id,
    change.name?.text ?? null,
    change.name?.key ?? null,
    change.uri === undefined ? 0 : 1,
    change.uri ?? null,
    change.now,
    change.expectedVersion ?? null,
  ]);
  return row !== undefined;
}

export const deleteBase = versionedDeleter('bases');

export const explainBaseConflict = takenNameExplainer({
  table: 'bases',
  code: 'base_name_taken',
  kind: 'A base',
  scope: 'app',
});
