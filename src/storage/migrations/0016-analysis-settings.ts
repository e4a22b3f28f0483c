import type { Migration } from './migration.ts';

/** As the contract had them when this migration was written. */
const FIELDS = [
  'zone',
  'level',
  'minimum_seconds',
  'exclusion_rules',
  'judgements_per_task',
  'scenario_count',
  'testset_revision',
];

/** The settings are one JSON object, never empty, written by JSON.stringify without spaces. */
const USUAL_ANALYSIS = ',"zone":null,"level":0.95,"minimumSeconds":null,"exclusionRules":[]}';

/**
 * Editors can set how results are computed, changes after the first judgement are recorded,
 * annotators can be excluded by hand, and evaluations extended; the plan is their size before.
 */
export const analysisSettings: Migration = {
  number: 16,
  name: 'analysis-settings',
  statements: (t) => [
    `ALTER TABLE human_evaluations ADD COLUMN plan_scenarios ${t.number}`,
    `ALTER TABLE human_evaluations ADD COLUMN plan_judgements_per_task ${t.number}`,
    `UPDATE human_evaluations
      SET settings = substr(settings, 1, length(settings) - 1) || '${USUAL_ANALYSIS}'`,
    `CREATE TABLE setting_changes (
      workspace_id ${t.id} NOT NULL,
      evaluation_id ${t.id} NOT NULL,
      number ${t.number} NOT NULL,
      field ${t.text} NOT NULL,
      before_change ${t.text} NOT NULL,
      after_change ${t.text} NOT NULL,
      judgements ${t.number} NOT NULL,
      changed_by ${t.id} NOT NULL,
      created_at ${t.time} NOT NULL,
      PRIMARY KEY (workspace_id, evaluation_id, number),
      CONSTRAINT "setting_changes.field" CHECK (field IN (${FIELDS.map((field) => `'${field}'`).join(', ')})),
      FOREIGN KEY (workspace_id, evaluation_id)
        REFERENCES human_evaluations (workspace_id, id) ON DELETE CASCADE
    ) ${t.tableEnd}`,
    `CREATE TABLE exclusions (
      workspace_id ${t.id} NOT NULL,
      evaluation_id ${t.id} NOT NULL,
      annotator_id ${t.id} NOT NULL,
      reason ${t.text} NOT NULL,
      excluded_by ${t.id} NOT NULL,
      judgements_then ${t.number} NOT NULL,
      created_at ${t.time} NOT NULL,
      PRIMARY KEY (workspace_id, evaluation_id, annotator_id),
      FOREIGN KEY (workspace_id, evaluation_id, annotator_id)
        REFERENCES evaluation_annotators (workspace_id, evaluation_id, annotator_id)
        ON DELETE CASCADE
    ) ${t.tableEnd}`,
  ],
};
