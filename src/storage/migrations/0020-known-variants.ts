import type { Migration } from './migration.ts';

/** Until when the earlier roles of a member let them read which variant is which. */
export const knownVariants: Migration = {
  number: 20,
  name: 'known-variants',
  statements: (t) => [`ALTER TABLE memberships ADD COLUMN knew_variants_until ${t.time}`],
};
