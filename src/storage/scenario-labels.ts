import type { Queryable } from './database.ts';
import { beforeValue } from './scenario-inputs.ts';
import { statement } from './statement.ts';

/**
 * Inputs are written in one way only, by `scenario-inputs.ts`, and a quote inside of a value never stands
 * alone there: what follows the name of input $5 is its value, and nothing else looks like it. To
 * find that takes a tenth of the time of reading the text as JSON.
 */
const listLabelled = (find: string, items: string) => `SELECT l.position
   FROM (
     SELECT s.position, substr(s.inputs, ${find}(s.inputs, $5) + length($5)) AS rest
     FROM scenarios s
     WHERE s.workspace_id = $1 AND s.evaluation_id = $2 AND s.position BETWEEN $3 AND $4
       AND ${find}(s.inputs, $5) > 0
   ) l
   WHERE CASE WHEN EXISTS (SELECT 1 FROM ${items}
     WHERE substr(l.rest, 1, length(i.item)) = i.item) THEN 'in' ELSE 'out' END = $7`;

const LIST_LABELLED = statement(
  {
    sqlite: listLabelled('instr', '(SELECT value AS item FROM json_each($6)) i'),
    postgres: listLabelled('strpos', 'json_array_elements_text(CAST($6 AS json)) AS i (item)'),
  },
  { position: 'integer' },
);

/** Which values of an input are meant: those of a list, or all but those. */
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

/** Where the scenarios stand that have one of the values; those without the input never count. */
export async function listLabelledPositions(
  db: Queryable,
  workspaceId: string,
  { evaluationId, firstPosition, lastPosition, input, labels, side }: LabelRange,
): Promise<readonly number[]> {
  const rows = await db.query(LIST_LABELLED, [
    workspaceId,
    evaluationId,
    firstPosition,
    lastPosition,
    beforeValue(input),
    JSON.stringify(labels.map((label) => `${JSON.stringify(label)}}`)),
    side,
  ]);
  return rows.map(({ position }) => position);
}
