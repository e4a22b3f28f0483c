import type { Migration } from './migration.ts';

/**
 * A judgement carries its place in the study, and an index holds all that results need of it: a
 * hundred thousand judgements are read from one index, without looking up a scenario, a task and a
 * judgement each time.
 */
export const studyIndex: Migration = {
  number: 7,
  name: 'study-index',
  statements: (t) => [
    `ALTER TABLE judgements ADD COLUMN position ${t.number}`,
    `ALTER TABLE judgements ADD COLUMN first_variant ${t.number}`,
    `ALTER TABLE judgements ADD COLUMN second_variant ${t.number}`,
  ],
  backfill: {
    table: 'judgements',
    key: ['workspace_id', 'id'],
    update: `UPDATE judgements SET position = s.position, first_variant = t.first_variant,
       second_variant = t.second_variant
     FROM tasks t JOIN scenarios s ON s.workspace_id = t.workspace_id AND s.id = t.scenario_id
     WHERE t.workspace_id = judgements.workspace_id AND t.id = judgements.task_id`,
    afterwards: () => [
      // Without the answers to criteria: they may be longer than PostgreSQL takes into an index.
      `CREATE INDEX judgements_of_study ON judgements (workspace_id, evaluation_id, annotator_id,
       position, first_variant, second_variant, outcome, winner, side, time_taken_ms, judged_at,
       score) WHERE counts = 1`,
    ],
  },
};
