import type { Queryable, Transaction } from '../database.ts';
import { atPlaces, placesParameters, type ScenarioPlaces } from '../evaluations/scenario-places.ts';
import { isOne, type Row, statement } from '../statement.ts';

/**
 * PostgreSQL looks positions up one by one: of an evaluation that was just written it has no statistics,
 * and would read all scenarios for a few.
 */
const IDS = {
  sqlite: atPlaces((at) => `SELECT s.id FROM ${at.from} WHERE ${at.where}`).sqlite,
  postgres: `SELECT f.id FROM json_array_elements_text(CAST($3 AS json)) AS p (item)
     CROSS JOIN LATERAL (SELECT x.id FROM scenarios x WHERE x.workspace_id = $1
       AND x.evaluation_id = $2 AND x.position = CAST(p.item AS integer) LIMIT 1) AS f`,
};

const HOLD = (isListed: string) =>
  `SELECT s.id, s.position,
     CASE WHEN s.judgement_count > 0 THEN 1 ELSE 0 END AS is_judged
   FROM scenarios s
   WHERE s.workspace_id = $1 AND s.id ${isListed} ORDER BY s.id`;

const HOLD_PLACES = statement(
  {
    sqlite: HOLD(`IN (${IDS.sqlite})`),
    postgres: `${HOLD(`= ANY(ARRAY(${IDS.postgres}))`)} FOR NO KEY UPDATE`,
  },
  { id: 'text', position: 'integer', isJudged: isOne },
);

export type HeldScenario = Row<typeof HOLD_PLACES>;

/** Scenarios whose outputs no other transaction writes until this one ends. */
export async function holdScenariosAt(
  tx: Transaction,
  workspaceId: string,
  places: ScenarioPlaces,
): Promise<readonly HeldScenario[]> {
  return tx.query(HOLD_PLACES, placesParameters(workspaceId, places));
}

interface SentWords {
  readonly rows: string;
  readonly scenario: string;
  readonly variant: string;
  readonly output: string;
  /** Joins with what is shown, found by its key. */
  readonly join: (isSame: string) => string;
}

const INSERT_DIFFERENT = ({ rows, scenario, variant, output, join }: SentWords) =>
  `INSERT INTO written_outputs (workspace_id, scenario_id, variant_position, import_id, place, output,
     written_by, written_at)
   SELECT $1, ${scenario}, ${variant}, $3, COALESCE(shown.place, ${variant}), ${output}, $4, $5
   FROM ${rows} ${join(
     `shown.workspace_id = $1 AND shown.scenario_id = ${scenario} AND shown.variant_position = ${variant}`,
   )}
   WHERE shown.output IS DISTINCT FROM ${output}
   RETURNING scenario_id`;

const INSERT_IMPORTED = statement(
  {
    postgres: INSERT_DIFFERENT({
      // Of jsonb: each part that is taken of json is a parse of the whole row.
      rows: 'jsonb_array_elements(CAST($2 AS jsonb)) AS t (row)',
      scenario: 'CAST(t.row ->> 0 AS uuid)',
      variant: 'CAST(t.row ->> 1 AS integer)',
      output: '(t.row ->> 2)',
      // Left to itself, PostgreSQL reads all outputs there are.
      join: (isSame) =>
        `LEFT JOIN LATERAL (SELECT * FROM scenario_outputs shown WHERE ${isSame} OFFSET 0) AS shown
       ON TRUE`,
    }),
    sqlite: INSERT_DIFFERENT({
      rows: 'json_each($2) AS t',
      scenario: '(t.value ->> 0)',
      variant: '(t.value ->> 1)',
      output: '(t.value ->> 2)',
      join: (isSame) => `LEFT JOIN scenario_outputs AS shown ON ${isSame}`,
    }),
  },
  { scenarioId: 'text' },
);

export interface ImportedOutputs {
  readonly importId: string;
  readonly outputs: readonly {
    readonly scenarioId: string;
    readonly variant: number;
    readonly output: string;
  }[];
  readonly writtenBy: string;
  readonly now: number;
}

/**
 * Writes outputs of scenarios that are held under an import, unless the scenario shows the same.
 * Returns the scenario of each that was written.
 */
export async function insertImported(
  tx: Transaction,
  workspaceId: string,
  { importId, outputs, writtenBy, now }: ImportedOutputs,
): Promise<readonly string[]> {
  const sent = outputs.map(({ scenarioId, variant, output }) => [scenarioId, variant, output]);
  const parameters = [workspaceId, JSON.stringify(sent), importId, writtenBy, now];
  return (await tx.query(INSERT_IMPORTED, parameters)).map((row) => row.scenarioId);
}

const LIST_POSITIONS = statement(
  `SELECT id, position FROM scenarios
   WHERE workspace_id = $1 AND evaluation_id = $2 AND position > $3
   ORDER BY position LIMIT $4`,
  { id: 'text', position: 'integer' },
);

/** The positions of the scenarios after a position. */
export async function listPositions(
  db: Queryable,
  workspaceId: string,
  range: { evaluationId: string; afterPosition: number; limit: number },
): Promise<readonly { id: string; position: number }[]> {
  const { evaluationId, afterPosition, limit } = range;
  return db.query(LIST_POSITIONS, [workspaceId, evaluationId, afterPosition, limit]);
}
