import {
  type Caller,
  callerParameters,
  IS_CALLER,
  isBeside,
  STANDING,
  STANDING_COLUMNS,
  withStanding,
} from '../callers.ts';
import type { Queryable } from '../database.ts';
import { inList } from '../in-list.ts';
import { isOne, statement } from '../statement.ts';
import { type HumanEvaluation, hasBlindTwin, readSettings } from './human-evaluations.ts';

/** The part of an evaluation that decides which callers may know what it uses. */
export type UsingEvaluation = Pick<
  HumanEvaluation,
  'standing' | 'id' | 'createdBy' | 'settings' | 'closedAt' | 'hasBlindTwin'
>;

const isHere = isBeside('e.workspace_id');

const USING = `SELECT ${STANDING}, e.id, e.created_by, e.settings, e.closed_at, 
     ${hasBlindTwin(isHere)}
   FROM callers c
   JOIN human_evaluations e ON e.workspace_id = c.workspace_id AND e.published_at IS NOT NULL
   WHERE ${IS_CALLER}`;

const USING_COLUMNS = {
  ...STANDING_COLUMNS,
  id: 'text',
  createdBy: 'text',
  settings: readSettings,
  closedAt: 'integer?',
  hasBlindTwin: isOne,
} as const;

const LISTS = {
  variant: statement(
    inList(
      { column: 'ev.variant_id', parameter: '$4', type: 'uuid' },
      (isListed) => `${USING} AND e.id IN (SELECT ev.evaluation_id FROM evaluation_variants ev
         WHERE ${isHere('ev.workspace_id')} AND ${isListed})
       ORDER BY e.created_at, e.id`,
    ),
    USING_COLUMNS,
  ),
  testset: statement(
    inList(
      { column: 'e.testset_id', parameter: '$4', type: 'uuid' },
      (isListed) => `${USING} AND ${isListed} ORDER BY e.created_at, e.id`,
    ),
    USING_COLUMNS,
  ),
} as const;

export interface Resources {
  readonly type: keyof typeof LISTS;
  readonly ids: readonly string[];
}

/** The caller's evaluations that use any of these, oldest first. */
export async function listEvaluationsUsing(
  db: Queryable,
  caller: Caller,
  { type, ids }: Resources,
): Promise<readonly UsingEvaluation[]> {
  const rows = await db.query(LISTS[type], [...callerParameters(caller), JSON.stringify(ids)]);
  return rows.map(withStanding);
}
