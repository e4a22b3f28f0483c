import { findRow, type Queryable, type Transaction } from '../database.ts';
import { statement } from '../statement.ts';

export interface NewImport {
  readonly id: string;
  readonly evaluationId: string;
  /** From when on it may be removed unless it was shown. */
  readonly removableAt: number;
}

const INSERT_IMPORT = statement(
  `INSERT INTO output_imports (workspace_id, id, evaluation_id, removable_at)
   VALUES ($1, $2, $3, $4)`,
  {},
);

/** An import to write outputs under, which no request shows. */
export async function insertImport(
  tx: Transaction,
  workspaceId: string,
  { id, evaluationId, removableAt }: NewImport,
): Promise<void> {
  await tx.query(INSERT_IMPORT, [workspaceId, id, evaluationId, removableAt]);
}

const FIND_LAST_NUMBER = statement(
  `SELECT MAX(number) AS last FROM output_imports WHERE workspace_id = $1 AND evaluation_id = $2`,
  { last: 'integer?' },
);

/** The number of the import that an evaluation showed last, or 0. */
export async function findLastNumber(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<number> {
  return (await findRow(db, FIND_LAST_NUMBER, [workspaceId, evaluationId]))?.last ?? 0;
}

const NUMBER_IMPORT = statement(
  `UPDATE output_imports SET number = $3, removable_at = NULL
   WHERE workspace_id = $1 AND id = $2 AND removable_at > 0 RETURNING id`,
  { id: 'text' },
);

/**
 * From now on all requests see the outputs of this import instead of those with lower numbers. False
 * when the import was given up.
 */
export async function numberImport(
  tx: Transaction,
  workspaceId: string,
  { importId, number }: { importId: string; number: number },
): Promise<boolean> {
  return (await findRow(tx, NUMBER_IMPORT, [workspaceId, importId, number])) !== undefined;
}

const GIVE_IMPORT_UP = statement(
  `UPDATE output_imports SET removable_at = 0
   WHERE workspace_id = $1 AND id = $2 AND removable_at IS NOT NULL RETURNING id`,
  { id: 'text' },
);

/** From now on it cannot be shown. False when it is. */
export async function giveImportUp(
  tx: Transaction,
  workspaceId: string,
  importId: string,
): Promise<boolean> {
  return (await findRow(tx, GIVE_IMPORT_UP, [workspaceId, importId])) !== undefined;
}

const DELETE_IMPORT = statement(
  'DELETE FROM output_imports WHERE workspace_id = $1 AND id = $2',
  {},
);

/** For an import that was given up, and under which nothing is written any more. */
export async function deleteImport(
  tx: Transaction,
  workspaceId: string,
  importId: string,
): Promise<void> {
  await tx.query(DELETE_IMPORT, [workspaceId, importId]);
}

const MARK_SETTLED = statement(
  'UPDATE output_imports SET is_settled = 1 WHERE workspace_id = $1 AND id = $2',
  {},
);

/** Nothing is left to do for an import that is shown. */
export async function markSettled(
  tx: Transaction,
  workspaceId: string,
  importId: string,
): Promise<void> {
  await tx.query(MARK_SETTLED, [workspaceId, importId]);
}

/** An import with what it takes to walk through its scenarios. */
export interface FoundImport {
  readonly workspaceId: string;
  readonly evaluationId: string;
  readonly importId: string;
  readonly scenarioCount: number;
}

const findImports = (isWanted: string) =>
  statement(
    `SELECT i.workspace_id, i.evaluation_id, i.id AS import_id, e.scenario_count
     FROM output_imports i
     JOIN human_evaluations e ON e.workspace_id = i.workspace_id AND e.id = i.evaluation_id
     WHERE ${isWanted}`,
    {
      workspace_id: 'text',
      evaluation_id: 'text',
      import_id: 'text',
      scenario_count: 'integer',
    },
  );

const LIST_UNSETTLED_IMPORTS = findImports('i.number IS NOT NULL AND i.is_settled = 0');

/** Imports that are shown while something is left to do for them. */
export async function listUnsettledImports(db: Queryable): Promise<readonly FoundImport[]> {
  return (await db.query(LIST_UNSETTLED_IMPORTS, [])).map(toImport);
}

const FIND_REMOVABLE_IMPORT = findImports('i.removable_at <= $1 ORDER BY i.removable_at LIMIT 1');

/** An import that was not shown in time. */
export async function findRemovableImport(
  db: Queryable,
  now: number,
): Promise<FoundImport | undefined> {
  const row = await findRow(db, FIND_REMOVABLE_IMPORT, [now]);
  return row && toImport(row);
}

function toImport(row: {
  workspace_id: string;
  evaluation_id: string;
  import_id: string;
  scenario_count: number;
}): FoundImport {
  return {
    workspaceId: row.workspace_id,
    evaluationId: row.evaluation_id,
    importId: row.import_id,
    scenarioCount: row.scenario_count,
  };
}
