import { type Migration, unique } from './migration.ts';

/** Providers, and the runs that generate outputs: a cell is one output to generate. */
export const generation: Migration = {
  number: 6,
  name: 'generation',
  statements: (t) => [
    `CREATE TABLE providers (
      workspace_id ${t.id} NOT NULL,
      id ${t.id} NOT NULL,
      name ${t.text} NOT NULL,
      name_key ${t.text} NOT NULL,
      base_url ${t.text} NOT NULL,
      sealed_key ${t.text},
      key_hint ${t.text},
      sealed_headers ${t.text},
      header_names ${t.text} NOT NULL,
      max_concurrent ${t.number} NOT NULL,
      requests_per_minute ${t.number},
      version ${t.number} NOT NULL,
      created_at ${t.time} NOT NULL,
      updated_at ${t.time} NOT NULL,
      PRIMARY KEY (workspace_id, id),
      ${unique('providers', 'workspace_id', 'name_key')},
      FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
    ) ${t.tableEnd}`,
    `CREATE TABLE generation_runs (
      workspace_id ${t.id} NOT NULL,
      evaluation_id ${t.id} NOT NULL,
      status ${t.text} NOT NULL,
      reuse ${t.number} NOT NULL,
      started_by ${t.id} NOT NULL,
      started_at ${t.time} NOT NULL,
      resumed_at ${t.time} NOT NULL,
      ended_at ${t.time},
      PRIMARY KEY (workspace_id, evaluation_id),
      FOREIGN KEY (workspace_id, evaluation_id)
        REFERENCES human_evaluations (workspace_id, id) ON DELETE CASCADE
    ) ${t.tableEnd}`,
    "CREATE INDEX generation_runs_active ON generation_runs (workspace_id, evaluation_id) WHERE status = 'running'",
    // Updated with each output, so that progress is known without counting cells.
    `CREATE TABLE generation_counts (
      workspace_id ${t.id} NOT NULL,
      evaluation_id ${t.id} NOT NULL,
      variant_position ${t.number} NOT NULL,
      total ${t.number} NOT NULL,
      done ${t.number} NOT NULL,
      reused ${t.number} NOT NULL,
      failed ${t.number} NOT NULL,
      canceled ${t.number} NOT NULL,
      settled_at_resume ${t.number} NOT NULL,
      cost_nano ${t.time} NOT NULL,
      prompt_tokens ${t.time} NOT NULL,
      completion_tokens ${t.time} NOT NULL,
      PRIMARY KEY (workspace_id, evaluation_id, variant_position),
      FOREIGN KEY (workspace_id, evaluation_id)
        REFERENCES human_evaluations (workspace_id, id) ON DELETE CASCADE
    ) ${t.tableEnd}`,
    `CREATE TABLE generation_cells (
      workspace_id ${t.id} NOT NULL,
      evaluation_id ${t.id} NOT NULL,
      variant_position ${t.number} NOT NULL,
      scenario_id ${t.id} NOT NULL,
      position ${t.number} NOT NULL,
      status ${t.text} NOT NULL,
      attempts ${t.number} NOT NULL,
      due_at ${t.time} NOT NULL,
      claimed_by ${t.id},
      error_code ${t.text},
      error_message ${t.text},
      error_raw ${t.text},
      latency_ms ${t.number},
      prompt_tokens ${t.number},
      completion_tokens ${t.number},
      cost_nano ${t.time},
      finish_reason ${t.text},
      reused_from ${t.id},
      updated_at ${t.time} NOT NULL,
      PRIMARY KEY (workspace_id, scenario_id, variant_position),
      FOREIGN KEY (workspace_id, scenario_id)
        REFERENCES scenarios (workspace_id, id) ON DELETE CASCADE
    ) ${t.tableEnd}`,
    `CREATE INDEX generation_cells_in_order
      ON generation_cells (workspace_id, evaluation_id, position, variant_position)`,
    `CREATE INDEX generation_cells_due
      ON generation_cells (workspace_id, evaluation_id, variant_position, due_at, position)
      WHERE status = 'waiting'`,
    `CREATE INDEX generation_cells_claimed ON generation_cells (claimed_by)
      WHERE status = 'running'`,
    // Processes that make calls; one without a recent sign of life loses its claims.
    `CREATE TABLE generation_workers (
      id ${t.id} NOT NULL PRIMARY KEY,
      joined_at ${t.time} NOT NULL,
      seen_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
    `ALTER TABLE evaluation_variants ADD COLUMN source_kind ${t.text} NOT NULL DEFAULT 'base'`,
    `ALTER TABLE evaluation_variants ADD COLUMN provider_id ${t.id}`,
    `ALTER TABLE scenario_outputs ADD COLUMN reuse_key ${t.text}`,
    `ALTER TABLE scenario_outputs ADD COLUMN reuse_hash ${t.text}`,
    `CREATE INDEX scenario_outputs_by_reuse ON scenario_outputs (workspace_id, reuse_hash)
      WHERE reuse_hash IS NOT NULL`,
  ],
};
