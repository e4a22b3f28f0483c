import type { Migration } from './migration.ts';

/** As the contract had them when this migration was written. */
const ISSUE_KINDS = ['flag', 'note', 'failed_output', 'disagreement', 'annotator'];
const DECISIONS = ['resolved', 'dismissed'];

const sqlList = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/** The default name of an evaluation: its variants and its test set. */
const DEFAULT_NAME = `substr(
      (SELECT string_agg(v.config_name, ' vs ' ORDER BY ev.position)
       FROM evaluation_variants ev
       JOIN variants v ON v.workspace_id = ev.workspace_id AND v.id = ev.variant_id
       WHERE ev.workspace_id = human_evaluations.workspace_id
         AND ev.evaluation_id = human_evaluations.id)
      || ' on ' ||
      (SELECT s.name FROM testsets s WHERE s.workspace_id = human_evaluations.workspace_id
         AND s.id = human_evaluations.testset_id), 1, 128)`;

/**
 * Evaluations have a name, a description and an archive. `edits` counts edits, so that the stored
 * headline of the last results is shown only while it is current. Issues are found where they
 * arise; only the decisions of editors about them are stored. The row of each annotator counts the
 * scenarios they completed, like their judgements: one counter for all would make annotators wait
 * for each other.
 */
export const evaluationObjects: Migration = {
  number: 17,
  name: 'evaluation-objects',
  statements: (t) => [
    `ALTER TABLE human_evaluations ADD COLUMN name ${t.text} NOT NULL DEFAULT ''`,
    `ALTER TABLE human_evaluations ADD COLUMN name_key ${t.text} NOT NULL DEFAULT ''`,
    `ALTER TABLE human_evaluations ADD COLUMN description ${t.text} NOT NULL DEFAULT ''`,
    `ALTER TABLE human_evaluations ADD COLUMN archived_at ${t.time}`,
    `ALTER TABLE human_evaluations ADD COLUMN edits ${t.number} NOT NULL DEFAULT 0`,
    `ALTER TABLE human_evaluations ADD COLUMN completed_before ${t.number} NOT NULL DEFAULT 0`,
    `ALTER TABLE evaluation_annotators ADD COLUMN completed ${t.number} NOT NULL DEFAULT 0`,
    `UPDATE human_evaluations SET completed_before = (SELECT COUNT(*) FROM scenarios s
       WHERE s.workspace_id = human_evaluations.workspace_id
         AND s.evaluation_id = human_evaluations.id AND s.is_complete = 1)
      WHERE published_at IS NOT NULL`,
    `UPDATE human_evaluations SET name = COALESCE(${DEFAULT_NAME}, '')
      WHERE published_at IS NOT NULL`,
    'UPDATE human_evaluations SET name_key = lower(name)',
    `CREATE INDEX human_evaluations_by_age ON human_evaluations (workspace_id, created_at, id)`,
    `CREATE INDEX scenarios_without_tasks ON scenarios (workspace_id, evaluation_id, position)
      WHERE has_tasks = 0`,
    `CREATE INDEX assignments_flagged ON assignments (workspace_id, evaluation_id, id)
      WHERE flag IS NOT NULL`,
    `CREATE INDEX judgements_with_notes ON judgements (workspace_id, evaluation_id, created_at, id)
      WHERE note <> ''`,
    `CREATE INDEX generation_cells_failed
      ON generation_cells (workspace_id, evaluation_id, position, variant_position)
      WHERE status = 'failed'`,
    `CREATE TABLE evaluation_headlines (
      workspace_id ${t.id} NOT NULL,
      evaluation_id ${t.id} NOT NULL,
      edits ${t.number} NOT NULL,
      judgement_changes ${t.number} NOT NULL,
      is_settled ${t.number} NOT NULL,
      sentence ${t.text} NOT NULL,
      PRIMARY KEY (workspace_id, evaluation_id),
      CONSTRAINT "evaluation_headlines.is_settled" CHECK (is_settled IN (0, 1)),
      FOREIGN KEY (workspace_id, evaluation_id)
        REFERENCES human_evaluations (workspace_id, id) ON DELETE CASCADE
    ) ${t.tableEnd}`,
    `CREATE TABLE issue_decisions (
      workspace_id ${t.id} NOT NULL,
      evaluation_id ${t.id} NOT NULL,
      kind ${t.text} NOT NULL,
      subject ${t.text} NOT NULL,
      decision ${t.text} NOT NULL,
      decided_by ${t.id} NOT NULL,
      decided_at ${t.time} NOT NULL,
      PRIMARY KEY (workspace_id, evaluation_id, kind, subject),
      CONSTRAINT "issue_decisions.kind" CHECK (kind IN (${sqlList(ISSUE_KINDS)})),
      CONSTRAINT "issue_decisions.decision" CHECK (decision IN (${sqlList(DECISIONS)})),
      FOREIGN KEY (workspace_id, evaluation_id)
        REFERENCES human_evaluations (workspace_id, id) ON DELETE CASCADE
    ) ${t.tableEnd}`,
    `ALTER TABLE credentials ADD COLUMN name ${t.text} NOT NULL DEFAULT ''`,
  ],
};
