import type { Reference } from '../../domain/ids.ts';
import type { Name } from '../../domain/names.ts';
import {
  type Caller,
  callerParameters,
  type ForCaller,
  IS_CALLER,
  notFound,
  referenceGetter,
  STANDING,
  STANDING_COLUMNS,
  withStanding,
} from '../callers.ts';
import type { Queryable } from '../database.ts';
import { isForeignKeyViolation } from '../engines/engine-errors.ts';
import { inList } from '../in-list.ts';
import { type AgeKey, byAge, type Page, pageParameters } from '../page.ts';
import { statement } from '../statement.ts';
import { takenNameExplainer } from '../versioned-rows.ts';

/** A test set `s` with its current revision `r`. */
const SELECT_TESTSETS = `SELECT ${STANDING}, s.id, s.app_id, s.name, s.version,
     s.head AS revision, r.id AS revision_id, r.row_count, s.created_at, s.updated_at
   FROM callers c
   JOIN testsets s ON s.workspace_id = c.workspace_id
   JOIN testset_revisions r ON r.workspace_id = s.workspace_id AND r.testset_id = s.id
     AND r.revision = s.head
   WHERE ${IS_CALLER}`;

const TESTSET = {
  id: 'text',
  appId: 'text',
  name: 'text',
  version: 'integer',
  revision: 'integer',
  revisionId: 'text',
  rowCount: 'integer',
  createdAt: 'integer',
  updatedAt: 'integer',
} as const;

const TESTSET_COLUMNS = { ...STANDING_COLUMNS, ...TESTSET } as const;

export type Testset = ForCaller<typeof TESTSET>;

export const getTestset = referenceGetter(
  'testset',
  statement(`${SELECT_TESTSETS} AND s.id = $4`, TESTSET_COLUMNS),
);

const FIND_TESTSETS = statement(
  inList(
    { column: 's.id', parameter: '$4', type: 'uuid' },
    (isListed) => `${SELECT_TESTSETS} AND ${isListed}`,
  ),
  TESTSET_COLUMNS,
);

/** Each referenced test set once, in the order of the references. */
export async function getTestsets(
  db: Queryable,
  caller: Caller,
  testsets: readonly Reference[],
): Promise<readonly Testset[]> {
  const ids = testsets.flatMap(({ id }) => id ?? []);
  const rows = await db.query(FIND_TESTSETS, [...callerParameters(caller), JSON.stringify(ids)]);
  const found = new Map(rows.map((row) => [row.id, withStanding(row)]));
  const named = new Map<string, Testset>();
  for (const reference of testsets) {
    const testset = found.get(reference.id ?? '');
    if (testset === undefined) throw notFound('testset', reference);
    named.set(testset.id, testset);
  }
  return [...named.values()];
}

const LIST_TESTSETS = statement(
  `${SELECT_TESTSETS} AND s.app_id = $4 ${byAge('s', 5)}`,
  TESTSET_COLUMNS,
);

/** The test sets of an app, oldest first. An unknown app has none. */
export async function listTestsets(
  db: Queryable,
  caller: Caller,
  { appId, page }: { appId: string; page: Page<AgeKey> },
): Promise<readonly Testset[]> {
  const rows = await db.query(LIST_TESTSETS, [
    ...callerParameters(caller),
    appId,
    ...pageParameters(page),
  ]);
  return rows.map(withStanding);
}

const explainTakenName = takenNameExplainer({
  table: 'testsets',
  code: 'testset_name_taken',
  kind: 'A test set',
  scope: 'app',
});

/** Turns a violated constraint into a problem. */
export async function explainTestsetConflict(
  db: Queryable,
  workspaceId: string,
  { wanted: { app, name }, error }: { wanted: { app: Reference; name: Name }; error: unknown },
): Promise<unknown> {
  if (isForeignKeyViolation(error)) return notFound('app', app);
  return explainTakenName(db, workspaceId, { appId: app.id, name, error });
}

const LIST_TESTSET_NAME_KEYS = statement(
  'SELECT name_key FROM testsets WHERE workspace_id = $1 AND app_id = $2',
  { nameKey: 'text' },
);

/** The keys by which the names of an app's test sets are compared. */
export async function listTestsetNameKeys(
  db: Queryable,
  workspaceId: string,
  appId: string,
): Promise<ReadonlySet<string>> {
  const rows = await db.query(LIST_TESTSET_NAME_KEYS, [workspaceId, appId]);
  return new Set(rows.map((row) => row.nameKey));
}
