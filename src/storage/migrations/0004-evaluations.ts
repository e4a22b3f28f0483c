import { type Migration, unique } from './migration.ts';

/**
 * Human evaluations with their variants, scenarios and outputs. Scenarios are written in small
 * transactions under an evaluation that is not published yet, which no request shows; deleting an
 * evaluation returns it to that state, and its rows are removed later.
 */
export const evaluations: Migration = {
  number: 4,
  name: 'evaluations',
  statements: (t) => [
    `CREATE TABLE human_evaluations (
      workspace_id ${t.id} NOT NULL,
      id ${t.id} NOT NULL,
      app_id ${t.id},
      type ${t.text} NOT NULL,
      status ${t.text} NOT NULL,
      status_set_by ${t.text} NOT NULL,
      testset_id ${t.id},
      testset_revision_id ${t.id},
      testset_revision ${t.number},
      inputs ${t.text} NOT NULL,
      settings ${t.text} NOT NULL,
      judgements_per_task ${t.number} NOT NULL,
      guidelines_version ${t.number} NOT NULL,
      scenario_count ${t.number} NOT NULL,
      queue_id ${t.id},
      created_by ${t.id} NOT NULL,
      created_at ${t.time} NOT NULL,
      updated_at ${t.time} NOT NULL,
      published_at ${t.time},
      closed_at ${t.time},
      closed_by ${t.id},
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, app_id) REFERENCES apps (workspace_id, id) ON DELETE CASCADE,
      FOREIGN KEY (workspace_id, testset_id) REFERENCES testsets (workspace_id, id)
    ) ${t.tableEnd}`,
    'CREATE INDEX human_evaluations_of_app_by_age ON human_evaluations (workspace_id, app_id, created_at, id)',
    'CREATE INDEX human_evaluations_by_testset ON human_evaluations (workspace_id, testset_id)',
    `CREATE INDEX human_evaluations_unpublished ON human_evaluations (created_at)
      WHERE published_at IS NULL`,
    `CREATE TABLE evaluation_variants (
      workspace_id ${t.id} NOT NULL,
      evaluation_id ${t.id} NOT NULL,
      position ${t.number} NOT NULL,
      variant_id ${t.id} NOT NULL,
      revision_id ${t.id} NOT NULL,
      revision ${t.number} NOT NULL,
      PRIMARY KEY (workspace_id, evaluation_id, position),
      FOREIGN KEY (workspace_id, evaluation_id)
        REFERENCES human_evaluations (workspace_id, id) ON DELETE CASCADE,
      FOREIGN KEY (workspace_id, variant_id) REFERENCES variants (workspace_id, id)
    ) ${t.tableEnd}`,
    'CREATE INDEX evaluation_variants_by_variant ON evaluation_variants (workspace_id, variant_id)',
    `CREATE TABLE evaluation_guidelines (
      workspace_id ${t.id} NOT NULL,
      evaluation_id ${t.id} NOT NULL,
      version ${t.number} NOT NULL,
      guidelines ${t.text} NOT NULL,
      created_by ${t.id} NOT NULL,
      created_at ${t.time} NOT NULL,
      PRIMARY KEY (workspace_id, evaluation_id, version),
      FOREIGN KEY (workspace_id, evaluation_id)
        REFERENCES human_evaluations (workspace_id, id) ON DELETE CASCADE
    ) ${t.tableEnd}`,
    `CREATE TABLE scenarios (
      workspace_id ${t.id} NOT NULL,
      id ${t.id} NOT NULL,
      evaluation_id ${t.id} NOT NULL,
      position ${t.number} NOT NULL,
      inputs ${t.text} NOT NULL,
      correct_answer ${t.text} NOT NULL,
      is_pinned ${t.number} NOT NULL,
      texts_version ${t.number} NOT NULL,
      judgement_count ${t.number} NOT NULL,
      whole_count ${t.number} NOT NULL,
      open_tasks ${t.number} NOT NULL,
      is_complete ${t.number} NOT NULL,
      PRIMARY KEY (workspace_id, id),
      ${unique('scenarios', 'workspace_id', 'evaluation_id', 'position')},
      FOREIGN KEY (workspace_id, evaluation_id)
        REFERENCES human_evaluations (workspace_id, id) ON DELETE CASCADE
    ) ${t.tableEnd}`,
    `CREATE INDEX scenarios_incomplete ON scenarios (workspace_id, evaluation_id)
      WHERE is_complete = 0`,
    `CREATE INDEX scenarios_unjudged ON scenarios (workspace_id, evaluation_id)
      WHERE judgement_count = 0`,
    `CREATE TABLE scenario_outputs (
      workspace_id ${t.id} NOT NULL,
      scenario_id ${t.id} NOT NULL,
      variant_position ${t.number} NOT NULL,
      place ${t.number} NOT NULL,
      output ${t.text} NOT NULL,
      written_by ${t.id} NOT NULL,
      written_at ${t.time} NOT NULL,
      PRIMARY KEY (workspace_id, scenario_id, variant_position),
      FOREIGN KEY (workspace_id, scenario_id)
        REFERENCES scenarios (workspace_id, id) ON DELETE CASCADE
    ) ${t.tableEnd}`,
  ],
};
