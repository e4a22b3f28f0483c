import type { Migration } from './migration.ts';

/**
 * Tasks count free places instead of taken ones, so that one index holds just the tasks that can be
 * handed out, in the order of their scenarios. Annotators search the queue from its start again.
 * The secrets of slots and cursors are derived from the master key and no longer stored. An
 * evaluation records when it was first closed, and a judgement or a guest whether the annotator
 * could know the names of the variants.
 */
export const scenarioTurns: Migration = {
  number: 9,
  name: 'scenario-turns',
  statements: (t) => [
    `ALTER TABLE tasks ADD COLUMN places_left ${t.number} NOT NULL DEFAULT 0`,
    'ALTER TABLE evaluation_annotators DROP COLUMN cursor_load',
    `ALTER TABLE evaluation_annotators ADD COLUMN cursor_swept ${t.number} NOT NULL DEFAULT -1`,
    'UPDATE evaluation_annotators SET cursor_queue_id = NULL, cursor_rank = -1',
    `ALTER TABLE human_evaluations ADD COLUMN first_closed_at ${t.time}`,
    'UPDATE human_evaluations SET first_closed_at = closed_at',
    `CREATE INDEX human_evaluations_open ON human_evaluations (workspace_id, testset_id)
      WHERE closed_at IS NULL`,
    `ALTER TABLE judgements ADD COLUMN saw_names ${t.number} NOT NULL DEFAULT 0`,
    `CREATE INDEX judgements_with_names ON judgements (workspace_id, evaluation_id)
      WHERE counts = 1 AND saw_names = 1`,
    `ALTER TABLE guests ADD COLUMN saw_names ${t.number} NOT NULL DEFAULT 0`,
    "DELETE FROM instance_settings WHERE name IN ('slot_secret', 'cursor_secret')",
  ],
  backfill: {
    table: 'tasks',
    key: ['workspace_id', 'id'],
    // Tasks that represent whole scenarios are never handed out, and come before all ranks.
    update: `UPDATE tasks SET places_left = e.judgements_per_task - tasks.load,
       rank = CASE WHEN tasks.first_variant IS NULL THEN -1 ELSE tasks.rank END
     FROM queues q JOIN human_evaluations e
       ON e.workspace_id = q.workspace_id AND e.id = q.evaluation_id
     WHERE q.workspace_id = tasks.workspace_id AND q.id = tasks.queue_id`,
    afterwards: () => [
      'DROP INDEX tasks_in_turn',
      'ALTER TABLE tasks DROP COLUMN load',
      `CREATE INDEX tasks_in_turn ON tasks (workspace_id, queue_id, rank)
        WHERE is_ready = 1 AND places_left > 0`,
    ],
  },
};
