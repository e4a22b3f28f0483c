import type { EngineKind } from '../statement.ts';

/** Scenarios of an evaluation, at any position. */
export interface ScenarioPlaces {
  readonly evaluationId: string;
  readonly positions: readonly number[];
}

/** Where a statement finds scenarios: `FROM ${at.from} ${at.join} … ON … WHERE ${at.where}`. */
interface Source {
  readonly from: string;
  readonly join: string;
  /**
   * Joins the rows of each scenario. PostgreSQL keeps plans from when a table was small, and would
   * read all outputs of a workspace for one scenario: OFFSET 0 makes it begin with the scenario.
   */
  readonly each: (joined: Joined) => string;
  readonly where: string;
}

interface Joined {
  readonly table: string;
  readonly alias: string;
  readonly on: string;
}

const OF_EVALUATION = 's.workspace_id = $1 AND s.evaluation_id = $2';

/**
 * A statement about the scenarios `s` at some places: workspace $1, evaluation $2, positions $3 as
 * JSON text. In SQLite CROSS JOIN fixes the order, positions first: left to itself it reads all
 * scenarios of the evaluation, and all judgements of the workspace for each. PostgreSQL gets an
 * array, as in `inList`.
 */
export function atPlaces(sql: (at: Source) => string): Readonly<Record<EngineKind, string>> {
  const items = `SELECT CAST(p.item AS integer) FROM json_array_elements_text(CAST($3 AS json)) AS p (item)`;
  return {
    sqlite: sql({
      from: 'json_each($3) p CROSS JOIN scenarios s',
      join: 'CROSS JOIN',
      each: ({ table, alias, on }) => `CROSS JOIN ${table} ${alias} ON ${on}`,
      where: `${OF_EVALUATION} AND s.position = p.value`,
    }),
    postgres: sql({
      from: 'scenarios s',
      join: 'JOIN',
      each: ({ table, alias, on }) =>
        `CROSS JOIN LATERAL (SELECT * FROM ${table} ${alias} WHERE ${on} OFFSET 0) ${alias}`,
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
