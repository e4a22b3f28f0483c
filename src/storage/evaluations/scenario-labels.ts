import type { Queryable } from '../database.ts';
import { statement } from '../statement.ts';
import { beforeValue } from './scenario-inputs.ts';

/**
 * Only `inputsText` writes inputs, and it escapes quotes inside values, so the text $5, which holds
 * the name of the input, occurs only before its value. Searching takes less time than parsing JSON;
 * the value is found once for each scenario and compared with the list.
 */
const listLabelled = (find: string, items: string) => `WITH l AS MATERIALIZED (
     SELECT s.position,
       substr(s.inputs, ${find}(s.inputs, $5) + length($5), CAST($8 AS integer)) AS rest
     FROM scenarios s
     WHERE s.workspace_id = $1 AND s.evaluation_id = $2 AND s.position BETWEEN $3 AND $4
       AND ${find}(s.inputs, $5) > 0
   )
   SELECT l.position FROM l
   WHERE CASE WHEN EXISTS (SELECT 1 FROM ${items}
     WHERE substr(l.rest, 1, length(i.item)) = i.item) THEN 'in' ELSE 'out' END = $7`;

const LIST_LABELLED = statement(
  {
    sqlite: listLabelled('instr', '(SELECT value AS item FROM json_each($6)) i'),
    postgres: listLabelled('strpos', 'json_array_elements_text(CAST($6 AS json)) AS i (item)'),
  },
  { position: 'integer' },
);

/** Values of an input: those in a list, or all others. */
export interface Labels {
  readonly input: string;
  readonly labels: readonly string[];
  readonly side: 'in' | 'out';
}

export interface LabelRange extends Labels {
  readonly evaluationId: string;
  readonly firstPosition: number;
  readonly lastPosition: number;
}

/** The positions of the scenarios that match; scenarios without the input never match. */
export async function listLabelledPositions(
  db: Queryable,
  workspaceId: string,
  { evaluationId, firstPosition, lastPosition, input, labels, side }: LabelRange,
): Promise<readonly number[]> {
  const values = labels.map((label) => `${JSON.stringify(label)}}`);
  const rows = await db.query(LIST_LABELLED, [
    workspaceId,
    evaluationId,
    firstPosition,
    lastPosition,
    beforeValue(input),
    JSON.stringify(values),
    side,
    Math.max(0, ...values.map(({ length }) => length)),
  ]);
  return rows.map(({ position }) => position);
}
