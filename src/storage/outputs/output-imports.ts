import { findRow, type Queryable, type Transaction } from '../database.ts';
import { statement } from '../statement.ts';

export interface NewImport {
  readonly id: string;
  readonly evaluationId: string;
  /** From when on it may be removed unless it was taken over. */
  readonly removableAt: number;
}

const INSERT_IMPORT = statement(
  `INSERT INTO output_imports (workspace_id, id, evaluation_id, removable_at)
   VALUES ($1, $2, $3, $4)`,
  {},
);

/** An import to write outputs under, seen by nobody. */
export async function insertImport(
  tx: Transaction,
  workspaceId: string,
  { id, evaluationId, removableAt }: NewImport,
): Promise<void> {
  await tx.query(INSERT_IMPORT, [workspaceId, id, evaluationId, removableAt]);
}

/** An import of an evaluation. */
export interface ImportPlace {
  readonly evaluationId: string;
  readonly importId: string;
}

const KEEP_IMPORT = statement(
  `UPDATE output_imports SET removable_at = NULL
   WHERE workspace_id = $1 AND id = $2 AND removable_at > 0 RETURNING id`,
  { id: 'text' },
);

const POINT_AT_IMPORT = statement(
  'UPDATE human_evaluations SET import_id = $3 WHERE workspace_id = $1 AND id = $2',
  {},
);

/**
 * From now on everybody sees the outputs of this import, in an evaluation that is ours and shows no
 * other one. False when the import was given up.
 */
export async function takeImportOver(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, importId }: ImportPlace,
): Promise<boolean> {
  const kept = await findRow(tx, KEEP_IMPORT, [workspaceId, importId]);
  if (kept === undefined) return false;
  await tx.query(POINT_AT_IMPORT, [workspaceId, evaluationId, importId]);
  return true;
}

const GIVE_IMPORT_UP = statement(
  `UPDATE output_imports SET removable_at = 0
   WHERE workspace_id = $1 AND id = $2 AND removable_at IS NOT NULL RETURNING id`,
  { id: 'text' },
);

/** From now on nobody can take it over. False when somebody has. */
export async function giveImportUp(
  tx: Transaction,
  workspaceId: string,
  importId: string,
): Promise<boolean> {
  return (await findRow(tx, GIVE_IMPORT_UP, [workspaceId, importId])) !== undefined;
}

const LET_GO_OF_IMPORT = statement(
  `UPDATE human_evaluations SET import_id = NULL
   WHERE workspace_id = $1 AND id = $2 AND import_id = $3`,
  {},
);

const DELETE_IMPORT = statement(
  'DELETE FROM output_imports WHERE workspace_id = $1 AND id = $2',
  {},
);

/** For an import of which nothing is staged any more. */
export async function deleteImport(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, importId }: ImportPlace,
): Promise<void> {
  await tx.query(LET_GO_OF_IMPORT, [workspaceId, evaluationId, importId]);
  await tx.query(DELETE_IMPORT, [workspaceId, importId]);
}

/** An import with what it takes to walk through its scenarios. */
export interface FoundImport extends ImportPlace {
  readonly workspaceId: string;
  readonly scenarioCount: number;
}

const IMPORT_COLUMNS = {
  workspace_id: 'text',
  evaluation_id: 'text',
  import_id: 'text',
  scenario_count: 'integer',
} as const;

const FIND_SHOWN_IMPORT = statement(
  `SELECT workspace_id, id AS evaluation_id, import_id, scenario_count FROM human_evaluations
   WHERE workspace_id = $1 AND id = $2 AND import_id IS NOT NULL AND published_at IS NOT NULL`,
  IMPORT_COLUMNS,
);

/** The import whose outputs an evaluation shows although not all of them were moved yet. */
export async function findShownImport(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<FoundImport | undefined> {
  const row = await findRow(db, FIND_SHOWN_IMPORT, [workspaceId, evaluationId]);
  return row && toImport(row);
}

const LIST_SHOWN_IMPORTS = statement(
  `SELECT workspace_id, id AS evaluation_id, import_id, scenario_count FROM human_evaluations
   WHERE import_id IS NOT NULL AND published_at IS NOT NULL`,
  IMPORT_COLUMNS,
);

export async function listShownImports(db: Queryable): Promise<readonly FoundImport[]> {
  return (await db.query(LIST_SHOWN_IMPORTS, [])).map(toImport);
}

const FIND_REMOVABLE_IMPORT = statement(
  `SELECT i.workspace_id, i.evaluation_id, i.id AS import_id, e.scenario_count
   FROM output_imports i
   JOIN human_evaluations e ON e.workspace_id = i.workspace_id AND e.id = i.evaluation_id
   WHERE i.removable_at <= $1 ORDER BY i.removable_at LIMIT 1`,
  IMPORT_COLUMNS,
);

/** An import that was not taken over in time. */
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
