import type { OVERVIEW_ORDERS } from '../../contract/evaluations/evaluation-overviews.ts';
import type { EvaluationStatus } from '../../contract/evaluations/human-evaluations.ts';
import { type Caller, callerParameters, IS_CALLER, type IsWorkspace } from '../callers.ts';
import type { Queryable } from '../database.ts';
import { NEWEST, OLDEST, type Page } from '../page.ts';
import { type Statement, statement } from '../statement.ts';
import {
  EVALUATION_COLUMNS,
  type HumanEvaluation,
  isBlindFor,
  JOIN_PARTS,
  selectEvaluation,
  toEvaluations,
} from './human-evaluations.ts';

type OverviewOrder = (typeof OVERVIEW_ORDERS)[number];

/** Position in a list of overviews: the value it is ordered by, and the id among equals. */
export interface OverviewKey {
  readonly value: string | number;
  readonly id: string;
}

export interface OverviewFilter {
  readonly workspaceId: string;
  readonly appId: string | undefined;
  readonly status: EvaluationStatus | undefined;
  readonly testsetId: string | undefined;
  readonly variantId: string | undefined;
  readonly isMine: boolean;
  readonly isArchived: boolean;
  /** Only those that are neither closed nor finished. */
  readonly isOpen: boolean;
  /** Any part of a name, in the form of name keys. */
  readonly searchKey: string | undefined;
}

/** All evaluations of a workspace that are not in the archive. */
export function everyEvaluationOf(workspaceId: string): OverviewFilter {
  return {
    workspaceId,
    appId: undefined,
    status: undefined,
    testsetId: undefined,
    variantId: undefined,
    isMine: false,
    isArchived: false,
    isOpen: false,
    searchKey: undefined,
  };
}

const isHere: IsWorkspace = (column) => `${column} = $4`;

/** Blind evaluations are neither found nor ordered by their names and variants. */
const IS_OPEN_TO_CALLER = `${isBlindFor(isHere)} = 0`;

/** Without the CAST, SQLite would compile the statement again for every search. */
const isLikeSought = (column: string) => `${column} LIKE CAST($11 AS text) ESCAPE '!'`;

const IS_CHOSEN = `${isHere('e.workspace_id')} AND e.published_at IS NOT NULL
     AND (CAST($5 AS text) IS NULL OR CAST(e.app_id AS text) = $5)
     AND (CAST($6 AS text) IS NULL OR e.status = $6)
     AND (CAST($7 AS text) IS NULL OR CAST(e.testset_id AS text) = $7)
     AND (CAST($8 AS text) IS NULL OR (${IS_OPEN_TO_CALLER} AND EXISTS (
       SELECT 1 FROM evaluation_variants x WHERE ${isHere('x.workspace_id')}
         AND x.evaluation_id = e.id AND CAST(x.variant_id AS text) = $8)))
     AND (CAST($9 AS integer) = 0 OR e.created_by = c.user_id)
     AND CASE WHEN e.archived_at IS NULL THEN 0 ELSE 1 END = CAST($10 AS integer)
     AND (CAST($15 AS integer) = 0
       OR (e.closed_at IS NULL AND e.status <> 'EVALUATION_FINISHED'))
     AND (CAST($11 AS text) IS NULL
       OR ${isLikeSought(`(SELECT x.name_key FROM testsets x
         WHERE ${isHere('x.workspace_id')} AND x.id = e.testset_id)`)}
       OR (${IS_OPEN_TO_CALLER} AND (${isLikeSought('e.name_key')} OR EXISTS (
         SELECT 1 FROM evaluation_variants x
         JOIN variants y ON y.workspace_id = x.workspace_id AND y.id = x.variant_id
         WHERE ${isHere('x.workspace_id')} AND x.evaluation_id = e.id
           AND ${isLikeSought('y.name_key')}))))`;

interface OrderSql {
  readonly value: string;
  readonly direction: 'ASC' | 'DESC';
}

/** Cuts the page before joining the variants, which are several rows per evaluation. */
function listStatement({ value, direction }: OrderSql): Statement<typeof EVALUATION_COLUMNS> {
  const isAfter = direction === 'ASC' ? '>' : '<';
  const inOrder = `${value} ${direction}, e.id ${direction}`;
  return statement(
    `${selectEvaluation(isHere)}
   JOIN (
     SELECT e.* FROM callers c JOIN human_evaluations e ON e.workspace_id = c.workspace_id
     WHERE ${IS_CALLER} AND ${IS_CHOSEN}
       AND (${value}, e.id) ${isAfter} ($12, $13)
     ORDER BY ${inOrder} LIMIT $14
   ) e ON e.workspace_id = c.workspace_id
   ${JOIN_PARTS}
   WHERE ${IS_CALLER} AND ${isHere('c.workspace_id')}
   ORDER BY ${inOrder}, ev.position`,
    EVALUATION_COLUMNS,
  );
}

const LISTS: Readonly<Record<OverviewOrder, Statement<typeof EVALUATION_COLUMNS>>> = {
  newest: listStatement({ value: 'e.created_at', direction: 'DESC' }),
  oldest: listStatement({ value: 'e.created_at', direction: 'ASC' }),
  name: listStatement({
    value: `CASE WHEN ${IS_OPEN_TO_CALLER} THEN e.name_key ELSE '' END`,
    direction: 'ASC',
  }),
};

/** Before the first row of each list. */
const STARTS: Readonly<Record<OverviewOrder, OverviewKey>> = {
  newest: { value: NEWEST.createdAt, id: NEWEST.id },
  oldest: { value: OLDEST.createdAt, id: OLDEST.id },
  name: { value: '', id: OLDEST.id },
};

export interface OverviewList {
  readonly filter: OverviewFilter;
  readonly order: OverviewOrder;
  readonly page: Page<OverviewKey>;
}

/** Evaluations of a workspace that match a filter. */
export async function listFilteredEvaluations(
  db: Queryable,
  caller: Caller,
  { filter, order, page }: OverviewList,
): Promise<readonly HumanEvaluation[]> {
  const after = page.after ?? STARTS[order];
  const rows = await db.query(LISTS[order], [
    ...callerParameters(caller),
    filter.workspaceId,
    filter.appId ?? null,
    filter.status ?? null,
    filter.testsetId ?? null,
    filter.variantId ?? null,
    filter.isMine ? 1 : 0,
    filter.isArchived ? 1 : 0,
    filter.searchKey === undefined ? null : containing(filter.searchKey),
    after.value,
    after.id,
    page.limit,
    filter.isOpen ? 1 : 0,
  ]);
  return toEvaluations(rows);
}

/** A LIKE pattern that matches the text literally. */
function containing(text: string): string {
  return `%${text.replaceAll(/[!%_]/g, (character) => `!${character}`)}%`;
}
