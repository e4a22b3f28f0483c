import {
  type Caller,
  callerParameters,
  IS_CALLER,
  STANDING,
  STANDING_COLUMNS,
  type Standing,
  toStanding,
} from '../callers.ts';
import type { Queryable } from '../database.ts';
import type { Page } from '../page.ts';
import { type Row, statement } from '../statement.ts';

export interface TestsetRevision {
  readonly id: string;
  readonly testsetId: string;
  readonly revision: number;
  readonly rowCount: number;
  readonly columns: readonly string[];
  readonly createdByName: string;
  readonly commitMessage: string | null;
  readonly createdAt: number;
}

export interface RevisionsOfTestset {
  readonly standing: Standing;
  readonly testsetName: string;
  readonly revisions: readonly TestsetRevision[];
}

const REVISION = `s.name AS testset_name, r.id, s.id AS testset_id, r.revision, r.row_count,
  r.columns, u.username, r.commit_message, r.created_at`;

/** Nullable, because a test set without the wanted revision still gives a row. */
const REVISION_COLUMNS = {
  ...STANDING_COLUMNS,
  testset_name: 'text',
  id: 'text?',
  testset_id: 'text',
  revision: 'integer?',
  row_count: 'integer?',
  columns: 'text?',
  username: 'text?',
  commit_message: 'text?',
  created_at: 'integer?',
} as const;

const FROM_REVISIONS = `FROM callers c
   JOIN testsets s ON s.workspace_id = c.workspace_id
   LEFT JOIN testset_revisions r ON r.workspace_id = s.workspace_id AND r.testset_id = s.id`;

const LIST_TESTSET_REVISIONS = statement(
  `SELECT ${STANDING}, ${REVISION} ${FROM_REVISIONS} AND r.revision < $4
   LEFT JOIN users u ON u.id = r.created_by
   WHERE ${IS_CALLER} AND s.id = $3
   ORDER BY r.revision DESC LIMIT $5`,
  REVISION_COLUMNS,
);

/** Above every revision number. */
const NEWEST = 2_147_483_647;

/** Newest first; undefined when there is no such test set. */
export async function listTestsetRevisions(
  db: Queryable,
  caller: Caller,
  { testsetId, page }: { testsetId: string; page: Page<number> },
): Promise<RevisionsOfTestset | undefined> {
  const rows = await db.query(LIST_TESTSET_REVISIONS, [
    ...callerParameters(caller),
    testsetId,
    page.after ?? NEWEST,
    page.limit,
  ]);
  return toRevisions(rows);
}

const FIND_TESTSET_REVISION = statement(
  `SELECT ${STANDING}, ${REVISION} ${FROM_REVISIONS}
     AND r.revision = COALESCE(CAST($4 AS integer), s.head)
   LEFT JOIN users u ON u.id = r.created_by
   WHERE ${IS_CALLER} AND s.id = $3`,
  REVISION_COLUMNS,
);

/** One revision of a test set, by default the current one, if it exists. */
export async function findTestsetRevision(
  db: Queryable,
  caller: Caller,
  wanted: { testsetId: string; revision: number | undefined },
): Promise<RevisionsOfTestset | undefined> {
  const rows = await db.query(FIND_TESTSET_REVISION, [
    ...callerParameters(caller),
    wanted.testsetId,
    wanted.revision ?? null,
  ]);
  return toRevisions(rows);
}

function toRevisions(
  rows: readonly Row<typeof LIST_TESTSET_REVISIONS>[],
): RevisionsOfTestset | undefined {
  const first = rows[0];
  return (
    first && {
      standing: toStanding(first),
      testsetName: first.testset_name,
      revisions: rows.flatMap(toRevision),
    }
  );
}

function toRevision(row: Row<typeof LIST_TESTSET_REVISIONS>): TestsetRevision[] {
  const { id, revision, row_count, columns, created_at } = row;
  if (id === null || revision === null || row_count === null) return [];
  if (columns === null || created_at === null) return [];
  return [
    {
      id,
      testsetId: row.testset_id,
      revision,
      rowCount: row_count,
      columns: JSON.parse(columns),
      createdByName: row.username ?? '',
      commitMessage: row.commit_message,
      createdAt: created_at,
    },
  ];
}
