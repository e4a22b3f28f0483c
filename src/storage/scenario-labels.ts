import type { Queryable } from './database.ts';
import { listed } from './listed.ts';
import { type EngineKind, statement } from './statement.ts';

/** The value that scenario `s` has for input $5; null where it has none. */
const LABEL: Readonly<Record<EngineKind, string>> = {
  sqlite: `(SELECT json_extract(i.value, '$.input_value') FROM json_each(s.inputs) i
       WHERE json_extract(i.value, '$.input_name') = $5 ORDER BY i.key LIMIT 1)`,
  postgres: `(SELECT i.item ->> 'input_value'
       FROM json_array_elements(CAST(s.inputs AS json)) WITH ORDINALITY AS i (item, place)
       WHERE i.item ->> 'input_name' = $5 ORDER BY i.place LIMIT 1)`,
};

const listLabelled = (label: string) =>
  listed(
    { column: 'l.label', parameter: '$6', type: 'text' },
    (isListed) => `SELECT l.position
     FROM (
       SELECT s.position, ${label} AS label FROM scenarios s
       WHERE s.workspace_id = $1 AND s.evaluation_id = $2 AND s.position BETWEEN $3 AND $4
     ) l
     WHERE l.label IS NOT NULL AND CASE WHEN ${isListed} THEN 'in' ELSE 'out' END = $7`,
  );

const LIST_LABELLED = statement(
  {
    sqlite: listLabelled(LABEL.sqlite).sqlite,
    postgres: listLabelled(LABEL.postgres).postgres,
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
    input,
    JSON.stringify(labels),
    side,
  ]);
  return rows.map(({ position }) => position);
}
