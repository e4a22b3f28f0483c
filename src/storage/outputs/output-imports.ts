import { findRow, type Queryable, type Transaction } from '../database.ts';
import { type Row, statement } from '../statement.ts';
import { workspaceInserter, writer } from '../writers.ts';

/** Inserts an import under which outputs are written, and which no request shows. */
export const insertImport = workspaceInserter('output_imports', {
  id: 'text',
  evaluationId: 'text',
  /** From when on it may be removed unless it is shown. */
  removableAt: 'integer',
});

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
 * Shows the outputs of this import to all requests, instead of those with lower numbers. False when
 * the import was given up.
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

/** Keeps an import from being shown. False when it is shown already. */
export async function giveImportUp(
  tx: Transaction,
  workspaceId: string,
  importId: string,
): Promise<boolean> {
  return (await findRow(tx, GIVE_IMPORT_UP, [workspaceId, importId])) !== undefined;
}

/** For an import that was given up, and under which nothing more is written. */
export const deleteImport = writer<[workspaceId: string, importId: string]>(
  'DELETE FROM output_imports WHERE workspace_id = $1 AND id = $2',
);

/** Notes that nothing is left to do for an import that is shown. */
export const markSettled = writer<[workspaceId: string, importId: string]>(
  'UPDATE output_imports SET is_settled = 1 WHERE workspace_id = $1 AND id = $2',
);

const findImports = (condition: string) =>
  statement(
    `SELECT i.workspace_id, i.evaluation_id, i.id AS import_id, e.scenario_count
     FROM output_imports i
     JOIN human_evaluations e ON e.workspace_id = i.workspace_id AND e.id = i.evaluation_id
     WHERE ${condition}`,
    {
      workspaceId: 'text',
      evaluationId: 'text',
      importId: 'text',
      scenarioCount: 'integer',
    },
  );

const LIST_UNSETTLED_IMPORTS = findImports('i.number IS NOT NULL AND i.is_settled = 0');

/** An import, with what is needed to go through its scenarios. */
export type FoundImport = Row<typeof LIST_UNSETTLED_IMPORTS>;

/** Imports that are shown and for which something is left to do. */
export async function listUnsettledImports(db: Queryable): Promise<readonly FoundImport[]> {
  return db.query(LIST_UNSETTLED_IMPORTS, []);
}

const FIND_REMOVABLE_IMPORT = findImports('i.removable_at <= $1 ORDER BY i.removable_at LIMIT 1');

/** An import that was not shown in time. */
export async function findRemovableImport(
  db: Queryable,
  now: number,
): Promise<FoundImport | undefined> {
  return findRow(db, FIND_REMOVABLE_IMPORT, [now]);
}
