import { Problem, type ProblemCode } from '../contract/problems.ts';
import type { Name } from '../domain/names.ts';
import { findRow, type Queryable, type Transaction } from './database.ts';
import { isUniqueViolation } from './engines/engine-errors.ts';
import { statement } from './statement.ts';

/** A row that counts its changes, and the version that the caller expects, if one was sent. */
export interface ExpectedRow {
  readonly id: string;
  readonly expectedVersion: number | undefined;
}

/** True for every version when the parameter is null. */
export function isExpectedVersion(parameter: number): string {
  return `(CAST($${parameter} AS integer) IS NULL OR version = $${parameter})`;
}

/** Makes the function that deletes a row; false when the row is gone or has another version. */
export function versionedDeleter(
  table: 'apps' | 'bases' | 'providers' | 'variants',
): (tx: Transaction, workspaceId: string, row: ExpectedRow) => Promise<boolean> {
  const deleteRow = statement(
    `DELETE FROM ${table} WHERE workspace_id = $1 AND id = $2 AND ${isExpectedVersion(3)}
     RETURNING id`,
    { id: 'text' },
  );
  return async (tx, workspaceId, { id, expectedVersion }) =>
    (await findRow(tx, deleteRow, [workspaceId, id, expectedVersion ?? null])) !== undefined;
}

interface NamedTable {
  readonly table: 'apps' | 'bases' | 'providers' | 'testsets';
  readonly code: ProblemCode;
  /** As in “An app named … exists in this workspace”. */
  readonly kind: string;
  readonly scope: 'workspace' | 'app';
}

/** An alias, because declared types of exported functions can inline it, unlike an interface. */
type TakenName = {
  /** Where names are unique within an app. */
  readonly appId?: string | undefined;
  readonly name: Name;
  readonly error: unknown;
};

/** Makes the function that turns a taken name into a problem with the id of its holder. */
export function takenNameExplainer({
  table,
  code,
  kind,
  scope,
}: NamedTable): (db: Queryable, workspaceId: string, taken: TakenName) => Promise<unknown> {
  const isInScope = scope === 'app' ? 'app_id = $3' : 'CAST($3 AS text) IS NULL';
  const findHolder = statement(
    `SELECT id FROM ${table} WHERE workspace_id = $1 AND name_key = $2 AND ${isInScope}`,
    { id: 'text' },
  );
  return async (db, workspaceId, { appId, name, error }) => {
    if (!isUniqueViolation(error, `${table}.name_key`)) return error;
    const holder = await findRow(db, findHolder, [workspaceId, name.key, appId ?? null]);
    const detail = `${kind} named "${name.text}" exists in this ${scope}. Choose another name.`;
    return new Problem(code, detail, { members: { existing_id: holder?.id ?? null } });
  };
}
