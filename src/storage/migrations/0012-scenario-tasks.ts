import type { Migration } from './migration.ts';

/**
 * Tasks of a scenario are written with its first outputs. Until then the scenario stores what
 * determines them: its turn, and which of the rotating task sets it gets. Earlier scenarios already
 * have their tasks.
 */
export const scenarioTasks: Migration = {
  number: 12,
  name: 'scenario-tasks',
  statements: (t) => [
    `ALTER TABLE scenarios ADD COLUMN turn ${t.number} NOT NULL DEFAULT 0`,
    `ALTER TABLE scenarios ADD COLUMN task_set ${t.number} NOT NULL DEFAULT 0`,
    `ALTER TABLE scenarios ADD COLUMN has_tasks ${t.number} NOT NULL DEFAULT 1`,
  ],
};
