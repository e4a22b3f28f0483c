import type { Migration } from './migration.ts';

/** Until when earlier roles of a member showed them which variant is which. */
export const knownVariants: Migration = {
  number: 20,
  name: 'known-variants',
  statements: (t) => [`ALTER TABLE memberships ADD COLUMN knew_variants_until ${t.time}`],
};
