import { type Migration, unique } from './migration.ts';

/**
 * The scopes of keys, as words; empty for all. Links by which members choose a new password, one
 * each; they belong to users, so no tenant owns them. Who allowed a provider on this machine, and
 * when.
 */
export const narrowerAccess: Migration = {
  number: 18,
  name: 'narrower-access',
  statements: (t) => [
    `ALTER TABLE credentials ADD COLUMN scopes ${t.text} NOT NULL DEFAULT ''`,
    `CREATE TABLE password_resets (
      user_id ${t.id} NOT NULL PRIMARY KEY REFERENCES users (id),
      token_hash ${t.text} NOT NULL,
      created_by ${t.id} NOT NULL REFERENCES users (id),
      created_at ${t.time} NOT NULL,
      expires_at ${t.time} NOT NULL,
      ${unique('password_resets', 'token_hash')}
    ) ${t.tableEnd}`,
    `ALTER TABLE providers ADD COLUMN loopback_allowed_by ${t.id}`,
    `ALTER TABLE providers ADD COLUMN loopback_allowed_at ${t.time}`,
  ],
};
