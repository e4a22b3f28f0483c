import type { EngineKind } from './statement.ts';

/** Scenarios of an evaluation, wherever they stand in it. */
export interface ScenarioPlaces {
  readonly evaluationId: string;
  readonly positions: readonly number[];
}

/** Where a statement finds scenarios: `FROM ${from} … WHERE ${where}`. */
interface Source {
  readonly from: string;
  readonly where: string;
}

const OF_EVALUATION = 's.workspace_id = $1 AND s.evaluation_id = $2';

/**
 * A statement about the scenarios `s` at some places: workspace $1, evaluation $2, positions $3 as
 * JSON text. SQLite is given the positions first: of a list it would think that looking at all
 * scenarios of the evaluation takes less. PostgreSQL is given an array, as in `listed`.
 */
export function atPlaces(sql: (scenarios: Source) => string): Readonly<Record<EngineKind, string>> {
  const items = `SELECT CAST(p.item AS integer) FROM json_array_elements_text(CAST($3 AS json)) AS p (item)`;
  return {
    sqlite: sql({
      from: 'json_each($3) p CROSS JOIN scenarios s',
      where: `${OF_EVALUATION} AND s.position = p.value`,
    }),
    postgres: sql({
      from: 'scenarios s',
      where: `${OF_EVALUATION} AND s.position = ANY(ARRAY(${items}))`,
    }),
  };
}

export function placesParameters(
  workspaceId: string,
  { evaluationId, positions }: ScenarioPlaces,
): [string, string, string] {
  return [workspaceId, evaluationId, JSON.stringify(positions)];
}
