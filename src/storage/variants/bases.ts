import type { Name } from '../../domain/names.ts';
import {
  belongings,
  type Caller,
  callerParameters,
  type ForCaller,
  gettingReferenced,
  IS_CALLER,
  STANDING,
  STANDING_COLUMNS,
  type Standing,
} from '../callers.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { type AgeKey, isAfter, type Page, pageParameters } from '../page.ts';
import { type RowOf, selected, statement } from '../statement.ts';
import {
  deletingVersioned,
  type ExpectedRow,
  explainingTakenName,
  isExpectedVersion,
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
  `SELECT ${STANDING}, ${selected('b', BASE)}, a.name AS app_name
   FROM callers c
   JOIN bases b ON b.workspace_id = c.workspace_id
   JOIN apps a ON a.workspace_id = b.workspace_id AND a.id = b.app_id
   WHERE ${IS_CALLER} AND b.id = $4`,
  { ...STANDING_COLUMNS, ...BASE, appName: 'text' },
);

export const getBase = gettingReferenced('base', FIND_BASE);

const BASE_OF_APP = { id: 'text', name: 'text', createdAt: 'integer' } as const;

export type BaseOfApp = RowOf<typeof BASE_OF_APP>;

/** One row without a base for an app that has none. */
const BASES_OF_APP = `SELECT ${STANDING}, ${selected('b', BASE_OF_APP)}
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
 * The bases of an app by name, or undefined when there is no such app. A page goes by age: a base that
 * is renamed between two pages would otherwise come twice or not at all.
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
  const bases = belongings(rows);
  return bases && { standing: bases.standing, bases: bases.found };
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
  /** Null takes it away. */
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
 * Leaves what is undefined as it is. False when nothing was to change, or the base is gone or has
 * another version than expected.
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

export const deleteBase = deletingVersioned('bases');

export const explainBaseConflict = explainingTakenName({
  table: 'bases',
  code: 'base_name_taken',
  kind: 'A base',
  scope: 'app',
});
