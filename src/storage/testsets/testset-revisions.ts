import {
  type Caller,
  callerParameters,
  IS_CALLER,
  ownedRows,
  STANDING,
  STANDING_COLUMNS,
  type Standing,
} from '../callers.ts';
import type { Queryable } from '../database.ts';
import { NEWEST_REVISION, type Page } from '../page.ts';
import { json, type Row, type RowOf, statement } from '../statement.ts';

/** Gives one row without a revision for a test set that has none of the requested ones. */
const REVISIONS = `SELECT ${STANDING}, s.name AS testset_name, r.id, s.id AS testset_id,
     r.revision, r.row_count, r.columns, u.username AS created_by_name, r.commit_message,
     r.created_at
   FROM callers c
   JOIN testsets s ON s.workspace_id = c.workspace_id
   LEFT JOIN testset_revisions r ON r.workspace_id = s.workspace_id AND r.testset_id = s.id`;

const REVISION_COLUMNS = {
  ...STANDING_COLUMNS,
  testsetName: 'text',
  id: 'text',
  testsetId: 'text',
  revision: 'integer',
  rowCount: 'integer',
  columns: json<readonly string[]>,
  createdByName: 'text',
  commitMessage: 'text?',
  createdAt: 'integer',
} as const;

export type TestsetRevision = RowOf<typeof REVISION_COLUMNS>;

export interface RevisionsOfTestset {
  readonly standing: Standing;
  readonly testsetName: string;
  readonly revisions: readonly TestsetRevision[];
}

const LIST_TESTSET_REVISIONS = statement(
  `${REVISIONS} AND r.revision < $5
   LEFT JOIN users u ON u.id = r.created_by
   WHERE ${IS_CALLER} AND s.id = $4
   ORDER BY r.revision DESC LIMIT $6`,
  REVISION_COLUMNS,
);

/** Newest first; undefined when there is no such test set. */
export async function listTestsetRevisions(
  db: Queryable,
  caller: Caller,
  { testsetId, page }: { testsetId: string; page: Page<number> },
): Promise<RevisionsOfTestset | undefined> {
  const rows = await db.query(LIST_TESTSET_REVISIONS, [
    ...callerParameters(caller),
    testsetId,
    page.after ?? NEWEST_REVISION,
    page.limit,
  ]);
  return toRevisions(rows);
}

const FIND_TESTSET_REVISION = statement(
  `${REVISIONS}
     AND r.revision = COALESCE(CAST($5 AS integer), s.head)
   LEFT JOIN users u ON u.id = r.created_by
   WHERE ${IS_CALLER} AND s.id = $4`,
  REVISION_COLUMNS,
);

/** One revision of a test set, by default the current one, if it exists. */
export async function findTestsetRevision(
  db: Queryable,
  caller: Caller,
  query: { testsetId: string; revision: number | undefined },
): Promise<RevisionsOfTestset | undefined> {
  const rows = await db.query(FIND_TESTSET_REVISION, [
    ...callerParameters(caller),
    query.testsetId,
    query.revision ?? null,
  ]);
  return toRevisions(rows);
}

function toRevisions(
  rows: readonly Row<typeof LIST_TESTSET_REVISIONS>[],
): RevisionsOfTestset | undefined {
  const revisions = ownedRows(rows);
  if (revisions === undefined) return undefined;
  const { standing, first, owned } = revisions;
  return { standing, testsetName: first.testsetName, revisions: owned };
}
