import type { Migration, Statements } from './migration.ts';

/** Means "no import" in a key, which cannot hold nulls. */
const NO_IMPORT = "'00000000-0000-0000-0000-000000000000'";

const COLUMNS = `workspace_id, scenario_id, variant_position, place, output, written_by, written_at,
  reuse_key, reuse_hash`;

/**
 * Outputs are written once, imported ones among the others. Those of an import are visible once it
 * has a number; of several outputs of a variant, a scenario shows the one with the highest number.
 * Outputs that were written by hand or generated have the number 0.
 */
const SHOW_NEWEST: Statements = () => [
  'DROP TABLE scenario_outputs',
  `CREATE VIEW scenario_outputs AS
    SELECT ${COLUMNS} FROM written_outputs o
    WHERE CASE WHEN o.import_id = ${NO_IMPORT} THEN 0 ELSE (
        SELECT i.number FROM output_imports i
        WHERE i.workspace_id = o.workspace_id AND i.id = o.import_id) END
      = COALESCE((
        SELECT MAX(i.number) FROM written_outputs x
        JOIN output_imports i ON i.workspace_id = x.workspace_id AND i.id = x.import_id
        WHERE x.workspace_id = o.workspace_id AND x.scenario_id = o.scenario_id
          AND x.variant_position = o.variant_position AND x.import_id <> ${NO_IMPORT}), 0)`,
  `CREATE INDEX written_outputs_by_reuse ON written_outputs (workspace_id, reuse_hash)
    WHERE reuse_hash IS NOT NULL`,
];

export const writtenOutputs: Migration = {
  number: 13,
  name: 'written-outputs',
  statements: (t) => [
    `CREATE TABLE written_outputs (
      workspace_id ${t.id} NOT NULL,
      scenario_id ${t.id} NOT NULL,
      variant_position ${t.number} NOT NULL,
      import_id ${t.id} NOT NULL DEFAULT ${NO_IMPORT},
      place ${t.number} NOT NULL,
      output ${t.text} NOT NULL,
      written_by ${t.id} NOT NULL,
      written_at ${t.time} NOT NULL,
      reuse_key ${t.text},
      reuse_hash ${t.text},
      PRIMARY KEY (workspace_id, scenario_id, variant_position, import_id),
      FOREIGN KEY (workspace_id, scenario_id)
        REFERENCES scenarios (workspace_id, id) ON DELETE CASCADE
    ) ${t.tableEnd}`,
    `ALTER TABLE output_imports ADD COLUMN number ${t.number}`,
    `ALTER TABLE output_imports ADD COLUMN is_settled ${t.number} NOT NULL DEFAULT 0`,
    // Imports that are shown but not moved yet; others were never visible, and are dropped.
    'UPDATE output_imports SET number = 1 WHERE removable_at IS NULL',
    `INSERT INTO written_outputs (workspace_id, scenario_id, variant_position, import_id, place,
       output, written_by, written_at)
     SELECT n.workspace_id, n.scenario_id, n.variant_position, n.import_id,
       COALESCE(o.place, n.variant_position), n.output, n.written_by, n.written_at
     FROM output_imports i
     JOIN staged_outputs n ON n.workspace_id = i.workspace_id AND n.import_id = i.id
     LEFT JOIN scenario_outputs o ON o.workspace_id = n.workspace_id
       AND o.scenario_id = n.scenario_id AND o.variant_position = n.variant_position
     WHERE i.number = 1`,
    'DROP TABLE staged_outputs',
    'DROP INDEX human_evaluations_importing',
    'ALTER TABLE human_evaluations DROP COLUMN import_id',
    'DROP INDEX output_imports_of_evaluation',
    `CREATE UNIQUE INDEX output_imports_by_number
      ON output_imports (workspace_id, evaluation_id, number)`,
    `CREATE INDEX output_imports_unsettled ON output_imports (workspace_id, id)
      WHERE number IS NOT NULL AND is_settled = 0`,
  ],
  backfill: {
    table: 'scenario_outputs',
    key: ['workspace_id', 'scenario_id'],
    update: `INSERT INTO written_outputs (${COLUMNS}) SELECT ${COLUMNS} FROM scenario_outputs WHERE TRUE`,
    afterwards: SHOW_NEWEST,
  },
};
