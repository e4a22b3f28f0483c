import { type Migration, unique } from './migration.ts';

/** Tasks, their assignments to annotators, and their judgements. */
export const judging: Migration = {
  number: 5,
  name: 'judging',
  statements: (t) => [
    `CREATE TABLE queues (
      workspace_id ${t.id} NOT NULL,
      id ${t.id} NOT NULL,
      evaluation_id ${t.id} NOT NULL,
      task_count ${t.number} NOT NULL,
      returns ${t.number} NOT NULL,
      removable_at ${t.time},
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, evaluation_id)
        REFERENCES human_evaluations (workspace_id, id) ON DELETE CASCADE
    ) ${t.tableEnd}`,
    'CREATE INDEX queues_of_evaluation ON queues (workspace_id, evaluation_id)',
    'CREATE INDEX queues_removable ON queues (removable_at) WHERE removable_at IS NOT NULL',
    `CREATE TABLE tasks (
      workspace_id ${t.id} NOT NULL,
      id ${t.id} NOT NULL,
      queue_id ${t.id} NOT NULL,
      scenario_id ${t.id} NOT NULL,
      first_variant ${t.number},
      second_variant ${t.number},
      rank ${t.number} NOT NULL,
      load ${t.number} NOT NULL,
      have ${t.number} NOT NULL,
      is_ready ${t.number} NOT NULL,
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, queue_id) REFERENCES queues (workspace_id, id) ON DELETE CASCADE,
      FOREIGN KEY (workspace_id, scenario_id)
        REFERENCES scenarios (workspace_id, id) ON DELETE CASCADE
    ) ${t.tableEnd}`,
    'CREATE INDEX tasks_in_turn ON tasks (workspace_id, queue_id, load, rank) WHERE is_ready = 1',
    // Progress is counted from this alone.
    'CREATE INDEX tasks_by_have ON tasks (workspace_id, queue_id, have, is_ready, first_variant)',
    'CREATE INDEX tasks_of_scenario ON tasks (workspace_id, scenario_id)',
    `CREATE TABLE evaluation_annotators (
      workspace_id ${t.id} NOT NULL,
      evaluation_id ${t.id} NOT NULL,
      annotator_id ${t.id} NOT NULL,
      kind ${t.text} NOT NULL,
      handed ${t.number} NOT NULL,
      judged ${t.number} NOT NULL,
      judgement_changes ${t.number} NOT NULL,
      skipped ${t.number} NOT NULL,
      flagged ${t.number} NOT NULL,
      time_taken_ms ${t.time} NOT NULL,
      sides ${t.text} NOT NULL,
      cursor_load ${t.number} NOT NULL,
      cursor_rank ${t.number} NOT NULL,
      cursor_queue_id ${t.id},
      cursor_returns ${t.number} NOT NULL,
      created_at ${t.time} NOT NULL,
      last_active_at ${t.time} NOT NULL,
      PRIMARY KEY (workspace_id, evaluation_id, annotator_id),
      FOREIGN KEY (workspace_id, evaluation_id)
        REFERENCES human_evaluations (workspace_id, id) ON DELETE CASCADE
    ) ${t.tableEnd}`,
    `CREATE TABLE assignments (
      workspace_id ${t.id} NOT NULL,
      id ${t.id} NOT NULL,
      evaluation_id ${t.id} NOT NULL,
      task_id ${t.id} NOT NULL,
      scenario_id ${t.id} NOT NULL,
      annotator_id ${t.id} NOT NULL,
      number ${t.number} NOT NULL,
      side ${t.number} NOT NULL,
      status ${t.text} NOT NULL,
      lease_until ${t.time} NOT NULL,
      texts_version ${t.number} NOT NULL,
      flag ${t.text},
      skip_reason ${t.text},
      created_at ${t.time} NOT NULL,
      PRIMARY KEY (workspace_id, id),
      ${unique('assignments', 'workspace_id', 'task_id', 'annotator_id')},
      FOREIGN KEY (workspace_id, task_id) REFERENCES tasks (workspace_id, id) ON DELETE CASCADE
    ) ${t.tableEnd}`,
    `CREATE INDEX assignments_by_lease ON assignments (workspace_id, evaluation_id, lease_until)
      WHERE status = 'open'`,
    `CREATE INDEX assignments_held ON assignments (workspace_id, evaluation_id, annotator_id, number)
      WHERE status = 'open'`,
    'CREATE INDEX assignments_of_annotator ON assignments (workspace_id, evaluation_id, annotator_id, number)',
    `CREATE TABLE judgements (
      workspace_id ${t.id} NOT NULL,
      id ${t.id} NOT NULL,
      evaluation_id ${t.id} NOT NULL,
      scenario_id ${t.id} NOT NULL,
      task_id ${t.id} NOT NULL,
      annotator_id ${t.id} NOT NULL,
      version ${t.number} NOT NULL,
      counts ${t.number} NOT NULL,
      outcome ${t.text},
      winner ${t.number},
      named_by ${t.text} NOT NULL,
      side ${t.number},
      score ${t.text},
      answers ${t.text} NOT NULL,
      note ${t.text} NOT NULL,
      time_taken_ms ${t.number},
      guidelines_version ${t.number} NOT NULL,
      created_at ${t.time} NOT NULL,
      judged_at ${t.time} NOT NULL,
      PRIMARY KEY (workspace_id, id),
      ${unique('judgements', 'workspace_id', 'task_id', 'annotator_id')},
      FOREIGN KEY (workspace_id, task_id) REFERENCES tasks (workspace_id, id) ON DELETE CASCADE
    ) ${t.tableEnd}`,
    'CREATE INDEX judgements_by_age ON judgements (workspace_id, evaluation_id, created_at, id)',
    `CREATE INDEX judgements_of_annotator
      ON judgements (workspace_id, evaluation_id, annotator_id, created_at, id)`,
    `CREATE INDEX judgements_that_count
      ON judgements (workspace_id, evaluation_id, outcome, winner, score) WHERE counts = 1`,
    `CREATE TABLE judgement_versions (
      workspace_id ${t.id} NOT NULL,
      judgement_id ${t.id} NOT NULL,
      version ${t.number} NOT NULL,
      content ${t.text} NOT NULL,
      created_at ${t.time} NOT NULL,
      PRIMARY KEY (workspace_id, judgement_id, version),
      FOREIGN KEY (workspace_id, judgement_id)
        REFERENCES judgements (workspace_id, id) ON DELETE CASCADE
    ) ${t.tableEnd}`,
    `CREATE TABLE annotator_invitations (
      id ${t.id} NOT NULL PRIMARY KEY,
      workspace_id ${t.id} NOT NULL,
      evaluation_id ${t.id} NOT NULL,
      token_hash ${t.text} NOT NULL,
      max_uses ${t.number} NOT NULL,
      used ${t.number} NOT NULL,
      created_by ${t.id} NOT NULL,
      created_at ${t.time} NOT NULL,
      expires_at ${t.time} NOT NULL,
      revoked_at ${t.time},
      ${unique('annotator_invitations', 'token_hash')},
      FOREIGN KEY (workspace_id, evaluation_id)
        REFERENCES human_evaluations (workspace_id, id) ON DELETE CASCADE
    ) ${t.tableEnd}`,
    'CREATE INDEX annotator_invitations_of_evaluation ON annotator_invitations (workspace_id, evaluation_id)',
    // A guest is their session: without the cookie a returning guest cannot be recognized.
    `CREATE TABLE guests (
      id ${t.id} NOT NULL PRIMARY KEY,
      workspace_id ${t.id} NOT NULL,
      evaluation_id ${t.id} NOT NULL,
      invitation_id ${t.id} NOT NULL REFERENCES annotator_invitations (id) ON DELETE CASCADE,
      name ${t.text} NOT NULL,
      token_hash ${t.text} NOT NULL,
      valid_until ${t.time} NOT NULL,
      created_at ${t.time} NOT NULL,
      ${unique('guests', 'token_hash')}
    ) ${t.tableEnd}`,
    'CREATE INDEX guests_of_evaluation ON guests (workspace_id, evaluation_id)',
    'CREATE INDEX guests_of_invitation ON guests (invitation_id)',
    // Callers who may be handed tasks: members in their workspaces, guests in their one evaluation.
    `CREATE VIEW annotator_callers AS
      SELECT c.token_hash, c.valid_until, c.user_id, c.workspace_id, c.organization_id, c.roles,
        'member' AS kind, CAST(NULL AS ${t.id}) AS evaluation_id
      FROM callers c
      UNION ALL
      SELECT g.token_hash, g.valid_until, g.id, g.workspace_id, w.organization_id, '' AS roles,
        'guest' AS kind, g.evaluation_id
      FROM guests g JOIN workspaces w ON w.id = g.workspace_id`,
  ],
};
