import type { Migration } from './migration.ts';

/**
 * Outputs of a file are written in small transactions under an import that no request shows. Naming
 * it in the evaluation shows all of them at once; they are then moved to the others, a few at a
 * time.
 */
export const outputImports: Migration = {
  number: 8,
  name: 'output-imports',
  statements: (t) => [
    `CREATE TABLE output_imports (
      workspace_id ${t.id} NOT NULL,
      id ${t.id} NOT NULL,
      evaluation_id ${t.id} NOT NULL,
      removable_at ${t.time},
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, evaluation_id)
        REFERENCES human_evaluations (workspace_id, id) ON DELETE CASCADE
    ) ${t.tableEnd}`,
    'CREATE INDEX output_imports_of_evaluation ON output_imports (workspace_id, evaluation_id)',
    `CREATE INDEX output_imports_removable ON output_imports (removable_at)
      WHERE removable_at IS NOT NULL`,
    // By scenario first: a writer of one scenario looks for outputs to move there.
    `CREATE TABLE staged_outputs (
      workspace_id ${t.id} NOT NULL,
      scenario_id ${t.id} NOT NULL,
      import_id ${t.id} NOT NULL,
      variant_position ${t.number} NOT NULL,
      output ${t.text} NOT NULL,
      written_by ${t.id} NOT NULL,
      written_at ${t.time} NOT NULL,
      PRIMARY KEY (workspace_id, scenario_id, import_id, variant_position),
      FOREIGN KEY (workspace_id, scenario_id)
        REFERENCES scenarios (workspace_id, id) ON DELETE CASCADE
    ) ${t.tableEnd}`,
    `ALTER TABLE human_evaluations ADD COLUMN import_id ${t.id}`,
    `CREATE INDEX human_evaluations_importing ON human_evaluations (workspace_id, id)
      WHERE import_id IS NOT NULL`,
  ],
};
