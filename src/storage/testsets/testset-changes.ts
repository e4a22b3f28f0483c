import type { Name } from '../../domain/names.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { type Row, statement, withLock } from '../statement.ts';
import { isExpectedVersion } from '../versioned-rows.ts';
import { workspaceWriter, writer } from '../writers.ts';

/** Inserts a revision without a number, which no request shows; rows are written under it. */
export const insertUnpublishedRevision = workspaceWriter(
  `INSERT INTO testset_revisions (workspace_id, id, row_count, columns, created_by, created_at)
   VALUES ($1, $2, 0, '[]', $3, $4)`,
  {
    id: 'text',
    createdBy: 'text',
    now: 'integer',
  },
);

export const deleteUnpublishedRevision = writer<[workspaceId: string, revisionId: string]>(
  'DELETE FROM testset_revisions WHERE workspace_id = $1 AND id = $2 AND revision IS NULL',
);

const HOLD_UNPUBLISHED = statement(
  withLock(
    'SELECT id FROM testset_revisions WHERE workspace_id = $1 AND id = $2 AND revision IS NULL',
    'exclusive',
  ),
  { id: 'text' },
);

/** Keeps a revision from being published until the transaction ends. False if published or gone. */
export async function holdUnpublishedRevision(
  tx: Transaction,
  workspaceId: string,
  revisionId: string,
): Promise<boolean> {
  return (await findRow(tx, HOLD_UNPUBLISHED, [workspaceId, revisionId])) !== undefined;
}

const FIND_ABANDONED_REVISION = statement(
  `SELECT workspace_id, id AS revision_id FROM testset_revisions
   WHERE revision IS NULL AND created_at <= $1 ORDER BY created_at LIMIT 1`,
  { workspaceId: 'text', revisionId: 'text' },
);

/** A revision whose import was never completed, or whose test set was deleted. */
export async function findAbandonedRevision(
  db: Queryable,
  before: number,
): Promise<{ workspaceId: string; revisionId: string } | undefined> {
  return findRow(db, FIND_ABANDONED_REVISION, [before]);
}

const DETACH_REVISIONS = statement(
  `UPDATE testset_revisions SET testset_id = NULL, revision = NULL, created_at = 0
   WHERE workspace_id = $1 AND testset_id = $2`,
  {},
);

/**
 * Turns the revisions of all test sets of an app into abandoned ones, so that deleting the app need
 * not delete every row at once.
 */
export const detachRevisionsOfApp = writer<[workspaceId: string, appId: string]>(
  `UPDATE testset_revisions SET testset_id = NULL, revision = NULL, created_at = 0
   WHERE workspace_id = $1
     AND testset_id IN (SELECT id FROM testsets WHERE workspace_id = $1 AND app_id = $2)`,
);

export interface NewTestset {
  readonly id: string;
  readonly appId: string;
  readonly name: Name;
  readonly rowsHash: string;
  readonly createdBy: string;
  readonly now: number;
}

const INSERT_TESTSET = statement(
  `INSERT INTO testsets (workspace_id, id, app_id, name, name_key, head, rows_hash, version,
     created_by, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, 1, $6, 1, $7, $8, $8)`,
  {},
);

export async function insertTestset(
  tx: Transaction,
  workspaceId: string,
  testset: NewTestset,
): Promise<void> {
  await tx.query(INSERT_TESTSET, [
    workspaceId,
    testset.id,
    testset.appId,
    testset.name.text,
    testset.name.key,
    testset.rowsHash,
    testset.createdBy,
    testset.now,
  ]);
}

export interface Publication {
  readonly revisionId: string;
  readonly testsetId: string;
  readonly revision: number;
  readonly rowCount: number;
  readonly columns: readonly string[];
  readonly commitMessage: string | null;
}

const PUBLISH_REVISION = statement(
  `UPDATE testset_revisions
   SET testset_id = $3, revision = $4, row_count = $5, columns = $6, commit_message = $7
   WHERE workspace_id = $1 AND id = $2 AND revision IS NULL
   RETURNING id`,
  { id: 'text' },
);

/** Gives the revision its number, which makes it visible and immutable. */
export async function publishRevision(
  tx: Transaction,
  workspaceId: string,
  publication: Publication,
): Promise<void> {
  const published = await findRow(tx, PUBLISH_REVISION, [
    workspaceId,
    publication.revisionId,
    publication.testsetId,
    publication.revision,
    publication.rowCount,
    JSON.stringify(publication.columns),
    publication.commitMessage,
  ]);
  if (published === undefined) throw new Error('The staged rows are gone.');
}

const LOCK_TESTSET = statement(
  withLock('SELECT id FROM testsets WHERE workspace_id = $1 AND id = $2', 'exclusive'),
  { id: 'text' },
);

/** Locks name and rows until the transaction ends. */
export async function lockTestset(
  tx: Transaction,
  workspaceId: string,
  testsetId: string,
): Promise<void> {
  await tx.query(LOCK_TESTSET, [workspaceId, testsetId]);
}

export interface TestsetChange {
  readonly id: string;
  readonly name: Name;
  readonly rowsHash: string;
  /** The version that the caller has seen, if they sent one. */
  readonly expectedVersion: number | undefined;
  readonly now: number;
}

export type TestsetState = Row<typeof ADVANCE_TESTSET>;

const ADVANCE_TESTSET = statement(
  `UPDATE testsets SET head = head + 1, version = version + 1, rows_hash = $5, updated_at = $6,
     name = $3, name_key = $4
   WHERE workspace_id = $1 AND id = $2 AND rows_hash <> $5
     AND ${isExpectedVersion(7)}
   RETURNING head AS revision, version`,
  { revision: 'integer', version: 'integer' },
);

/** Takes the next revision number. Undefined when the rows are the same or the version differs. */
export async function advanceTestset(
  tx: Transaction,
  workspaceId: string,
  change: TestsetChange,
): Promise<TestsetState | undefined> {
  return findRow(tx, ADVANCE_TESTSET, [
    workspaceId,
    change.id,
    change.name.text,
    change.name.key,
    change.rowsHash,
    change.now,
    change.expectedVersion ?? null,
  ]);
}

const RENAME_TESTSET = statement(
  `UPDATE testsets SET
     version = version + CASE WHEN name = $3 THEN 0 ELSE 1 END,
     updated_at = CASE WHEN name = $3 THEN updated_at ELSE $5 END,
     name = $3, name_key = $4
   WHERE workspace_id = $1 AND id = $2 AND ${isExpectedVersion(6)}
   RETURNING head AS revision, version`,
  { revision: 'integer', version: 'integer' },
);

/** Undefined when the test set is gone or has another version than expected. */
export async function renameTestset(
  tx: Transaction,
  workspaceId: string,
  change: TestsetChange,
): Promise<TestsetState | undefined> {
  return findRow(tx, RENAME_TESTSET, [
    workspaceId,
    change.id,
    change.name.text,
    change.name.key,
    change.now,
    change.expectedVersion ?? null,
  ]);
}

const DELETE_TESTSET = statement(
  'DELETE FROM testsets WHERE workspace_id = $1 AND id = $2 RETURNING id',
  { id: 'text' },
);

/** Deletes a test set and hides its revisions, whose rows are removed later. False when gone. */
export async function deleteTestset(
  tx: Transaction,
  workspaceId: string,
  testsetId: string,
): Promise<boolean> {
  await tx.query(DETACH_REVISIONS, [workspaceId, testsetId]);
  return (await findRow(tx, DELETE_TESTSET, [workspaceId, testsetId])) !== undefined;
}
