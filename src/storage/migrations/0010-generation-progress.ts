import type { Migration } from './migration.ts';

/** When an output of a variant was last stored, so that a run without progress is noticed. */
export const generationProgress: Migration = {
  number: 10,
  name: 'generation-progress',
  statements: (t) => [
    `ALTER TABLE generation_counts ADD COLUMN settled_at ${t.time} NOT NULL DEFAULT 0`,
  ],
};
