import type { Migration } from './migration.ts';

/** Names the request that holds an idempotency key, so that only this request records an answer. */
export const claimHolders: Migration = {
  number: 11,
  name: 'claim-holders',
  statements: (t) => [`ALTER TABLE idempotency_keys ADD COLUMN holder ${t.id}`],
};
