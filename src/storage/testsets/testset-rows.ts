import { FIRST_BATCH, nextBatch } from '../batch-size.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { statement } from '../statement.ts';
import { workspaceWriter } from '../writers.ts';

const INSERT_ROWS = statement(
  {
    postgres: `INSERT INTO testset_rows (workspace_id, revision_id, position, cells)
      SELECT $1, $2, CAST($3 AS integer) + t.number - 1, t.cells
      FROM json_array_elements_text(CAST($4 AS json)) WITH ORDINALITY AS t (cells, number)`,
    sqlite: `INSERT INTO testset_rows (workspace_id, revision_id, position, cells)
      SELECT $1, $2, $3 + t.key, t.value FROM json_each($4) AS t`,
  },
  {},
);

/** Consecutive rows, for one statement. */
export interface RowBatch {
  readonly revisionId: string;
  readonly firstPosition: number;
  /** Each row as JSON text. */
  readonly rows: readonly string[];
}

export async function insertRows(
  tx: Transaction,
  workspaceId: string,
  batch: RowBatch,
): Promise<void> {
  const texts = JSON.stringify(batch.rows);
  await tx.query(INSERT_ROWS, [workspaceId, batch.revisionId, batch.firstPosition, texts]);
}

const COUNT_ROWS = statement(
  `SELECT COALESCE(MAX(position), -1) + 1 AS total FROM testset_rows
   WHERE workspace_id = $1 AND revision_id = $2`,
  { total: 'integer' },
);

export async function countRows(
  db: Queryable,
  workspaceId: string,
  revisionId: string,
): Promise<number> {
  return (await findRow(db, COUNT_ROWS, [workspaceId, revisionId]))?.total ?? 0;
}

export const deleteRowsBelow = workspaceWriter(
  'DELETE FROM testset_rows WHERE workspace_id = $1 AND revision_id = $2 AND position < $3',
  {
    revisionId: 'text',
    below: 'integer',
  },
);

const LIST_ROWS = statement(
  `SELECT position, cells FROM testset_rows
   WHERE workspace_id = $1 AND revision_id = $2 AND position >= $3
   ORDER BY position LIMIT $4`,
  { position: 'integer', cells: 'text' },
);

/**
 * The rows of a revision in order, as JSON text, in batches of limited size. Throws when there are
 * fewer than `rowCount`: a revision that is deleted meanwhile must not look like a shorter one.
 */
export async function* listRows(
  db: Queryable,
  workspaceId: string,
  { revisionId, rowCount }: { revisionId: string; rowCount: number },
): AsyncGenerator<readonly string[]> {
  let limit = FIRST_BATCH;
  for (let position = 0; position < rowCount; ) {
    const batch = await db.query(LIST_ROWS, [workspaceId, revisionId, position, limit]);
    if (batch.length === 0) throw new RowsGone();
    const rows = batch.map((row) => row.cells);
    position += rows.length;
    yield rows;
    const characters = rows.reduce((sum, row) => sum + row.length, 0);
    limit = nextBatch(limit, { rows: rows.length, characters });
  }
}

/** The rows were deleted while they were read. */
export class RowsGone extends Error {
  constructor() {
    super('The rows were deleted while they were read.');
    this.name = 'RowsGone';
  }
}
