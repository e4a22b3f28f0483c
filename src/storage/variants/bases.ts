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

export interface Base {
  readonly standing: Standing;
  readonly id: string;
  readonly name: string;
  readonly uri: string | null;
  readonly appId: string;
  readonly appName: string;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const FIND_BASE = statement(
  `SELECT ${STANDING}, b.id, b.name, b.uri, b.app_id, a.name AS app_name, b.version,
     b.created_at, b.updated_at
   FROM callers c
   JOIN bases b ON b.workspace_id = c.workspace_id
   JOIN apps a ON a.workspace_id = b.workspace_id AND a.id = b.app_id
   WHERE ${IS_CALLER} AND b.id = $3`,
  {
    ...STANDING_COLUMNS,
    id: 'text',
    name: 'text',
    uri: 'text?',
    app_id: 'text',
    app_name: 'text',
    version: 'integer',
    created_at: 'integer',
    updated_at: 'integer',
  },
);

export async function getBase(db: Queryable, caller: Caller, base: Reference): Promise<Base> {
  const row = await findReferenced(db, FIND_BASE, { caller, reference: base });
  if (row === undefined) throw notFound('base', base);
  return toBase(row);
}

export interface BaseOfApp extends AgeKey {
  readonly name: string;
}

/** One row without a base for an app that has none. */
const BASES_OF_APP = `SELECT ${STANDING}, b.id, b.name, b.created_at
   FROM callers c
   JOIN apps a ON a.workspace_id = c.workspace_id
   LEFT JOIN bases b ON b.workspace_id = a.workspace_id AND b.app_id = a.id
     AND (CAST($4 AS text) IS NULL OR b.name_key = $4)`;

const BASE_OF_APP_COLUMNS = {
  ...STANDING_COLUMNS,
  id: 'text?',
  name: 'text?',
  created_at: 'integer?',
} as const;

const LIST_BASES_BY_NAME = statement(
  `${BASES_OF_APP}
   WHERE ${IS_CALLER} AND a.id = $3
   ORDER BY b.name_key, b.id`,
  BASE_OF_APP_COLUMNS,
);

const LIST_BASES_BY_AGE = statement(
  `${BASES_OF_APP} AND ${isAfter('b', 5)}
   WHERE ${IS_CALLER} AND a.id = $3
   ORDER BY b.created_at, b.id LIMIT $7`,
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
  const first = rows[0];
  return first && { standing: toStanding(first), bases: rows.flatMap(toBaseOfApp) };
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

function toBase(row: Row<typeof FIND_BASE>): Base {
  return {
    standing: toStanding(row),
    id: row.id,
    name: row.name,
    uri: row.uri,
    appId: row.app_id,
    appName: row.app_name,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toBaseOfApp(row: Row<typeof LIST_BASES_BY_NAME>): BaseOfApp[] {
  if (row.id === null || row.name === null || row.created_at === null) return [];
  return [{ id: row.id, name: row.name, createdAt: row.created_at }];
}
