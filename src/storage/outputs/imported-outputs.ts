import type { Queryable, Transaction } from '../database.ts';
import { atPlaces, placesParameters, type ScenarioPlaces } from '../evaluations/scenario-places.ts';
import { SHOWN_OUTPUTS } from '../evaluations/shown-outputs.ts';
import { inList } from '../in-list.ts';
import { isOne, type Row, statement } from '../statement.ts';

/**
 * PostgreSQL looks positions up one by one: without statistics of a new evaluation it would read
 * all scenarios for a few.
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

/** Locks scenarios: no other transaction writes their outputs until this one ends. */
export async function holdScenariosAt(
  tx: Transaction,
  workspaceId: string,
  places: ScenarioPlaces,
): Promise<readonly HeldScenario[]> {
  return tx.query(HOLD_PLACES, placesParameters(workspaceId, places));
}

const LIST_SHOWN = statement(
  inList(
    { column: 'scenario_id', parameter: '$2', type: 'uuid' },
    (isListed) => `SELECT scenario_id, variant_position AS variant, place, output
     FROM ${SHOWN_OUTPUTS} o WHERE workspace_id = $1 AND ${isListed}`,
  ),
  { scenarioId: 'text', variant: 'integer', place: 'integer', output: 'text' },
);

const IMPORTED_COLUMNS = `workspace_id, import_id, written_by, written_at, scenario_id,
     variant_position, place, output`;

const INSERT_IMPORTED = statement(
  {
    // As jsonb: with json, every `->>` parses the whole row again.
    postgres: `INSERT INTO written_outputs (${IMPORTED_COLUMNS})
   SELECT $1, $3, $4, $5, CAST(t.row ->> 0 AS uuid), CAST(t.row ->> 1 AS integer),
     CAST(t.row ->> 2 AS integer), t.row ->> 3
   FROM jsonb_array_elements(CAST($2 AS jsonb)) AS t (row)`,
    sqlite: `INSERT INTO written_outputs (${IMPORTED_COLUMNS})
   SELECT $1, $3, $4, $5, t.value ->> 0, t.value ->> 1, t.value ->> 2, t.value ->> 3
   FROM json_each($2) AS t`,
  },
  {},
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

export interface WrittenOutput {
  readonly scenarioId: string;
  /** Whether the scenario shows another output of the same variant. */
  readonly isReplacing: boolean;
}

/**
 * Writes outputs of locked scenarios under an import, except those that the scenario already shows.
 * Returns those that were written.
 */
export async function insertImported(
  tx: Transaction,
  workspaceId: string,
  { importId, outputs, writtenBy, now }: ImportedOutputs,
): Promise<readonly WrittenOutput[]> {
  const scenarioIds = [...new Set(outputs.map(({ scenarioId }) => scenarioId))];
  const rows = await tx.query(LIST_SHOWN, [workspaceId, JSON.stringify(scenarioIds)]);
  const shown = new Map(rows.map((row) => [`${row.scenarioId} ${row.variant}`, row]));
  const changed = outputs.flatMap(({ scenarioId, variant, output }) => {
    const before = shown.get(`${scenarioId} ${variant}`);
    if (before?.output === output) return [];
    const row = [scenarioId, variant, before?.place ?? variant, output] as const;
    return [{ scenarioId, isReplacing: before !== undefined, row }];
  });
  if (changed.length === 0) return [];
  const text = JSON.stringify(changed.map(({ row }) => row));
  await tx.query(INSERT_IMPORTED, [workspaceId, text, importId, writtenBy, now]);
  return changed;
}

const LIST_POSITIONS = statement(
  `SELECT id, position FROM scenarios
   WHERE workspace_id = $1 AND evaluation_id = $2 AND position > $3
   ORDER BY position LIMIT $4`,
  { id: 'text', position: 'integer' },
);

/** The next scenarios after a position. */
export async function listPositions(
  db: Queryable,
  workspaceId: string,
  range: { evaluationId: string; afterPosition: number; limit: number },
): Promise<readonly { id: string; position: number }[]> {
  const { evaluationId, afterPosition, limit } = range;
  return db.query(LIST_POSITIONS, [workspaceId, evaluationId, afterPosition, limit]);
}
