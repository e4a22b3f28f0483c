import { type Migration, unique } from './migration.ts';

/** Users, workspaces, roles and credentials. Reference tables: no tenant owns them. */
export const identity: Migration = {
  number: 1,
  name: 'identity',
  statements: (t) => [
    `CREATE TABLE instance_settings (
      name ${t.text} NOT NULL PRIMARY KEY,
      value ${t.text} NOT NULL
    ) ${t.tableEnd}`,
    `CREATE TABLE users (
      id ${t.id} NOT NULL PRIMARY KEY,
      username ${t.text} NOT NULL,
      email ${t.text} NOT NULL,
      email_key ${t.text} NOT NULL,
      password_hash ${t.text} NOT NULL,
      created_at ${t.time} NOT NULL,
      updated_at ${t.time} NOT NULL,
      ${unique('users', 'email_key')}
    ) ${t.tableEnd}`,
    `CREATE TABLE organizations (
      id ${t.id} NOT NULL PRIMARY KEY,
      name ${t.text} NOT NULL,
      description ${t.text} NOT NULL,
      type ${t.text} NOT NULL,
      owner_id ${t.id} NOT NULL REFERENCES users (id),
      created_at ${t.time} NOT NULL,
      updated_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
    'CREATE INDEX organizations_by_owner ON organizations (owner_id)',
    `CREATE TABLE workspaces (
      id ${t.id} NOT NULL PRIMARY KEY,
      organization_id ${t.id} NOT NULL REFERENCES organizations (id),
      name ${t.text} NOT NULL,
      description ${t.text} NOT NULL,
      type ${t.text} NOT NULL,
      is_default ${t.number} NOT NULL,
      created_at ${t.time} NOT NULL,
      updated_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
    'CREATE INDEX workspaces_by_organization ON workspaces (organization_id)',
    `CREATE TABLE memberships (
      workspace_id ${t.id} NOT NULL REFERENCES workspaces (id),
      user_id ${t.id} NOT NULL REFERENCES users (id),
      organization_id ${t.id} NOT NULL REFERENCES organizations (id),
      roles ${t.text} NOT NULL,
      created_at ${t.time} NOT NULL,
      CONSTRAINT "memberships.user_id" PRIMARY KEY (workspace_id, user_id)
    ) ${t.tableEnd}`,
    'CREATE INDEX memberships_by_user ON memberships (user_id, workspace_id)',
    `CREATE TABLE credentials (
      id ${t.id} NOT NULL PRIMARY KEY,
      token_hash ${t.text} NOT NULL,
      kind ${t.text} NOT NULL,
      prefix ${t.text},
      user_id ${t.id} NOT NULL REFERENCES users (id),
      workspace_id ${t.id} REFERENCES workspaces (id),
      created_at ${t.time} NOT NULL,
      last_used_at ${t.time},
      expires_at ${t.time} NOT NULL,
      valid_until ${t.time} NOT NULL,
      ${unique('credentials', 'token_hash')},
      ${unique('credentials', 'prefix')}
    ) ${t.tableEnd}`,
    'CREATE INDEX credentials_by_user ON credentials (user_id, kind)',
    `CREATE TABLE invitations (
      id ${t.id} NOT NULL PRIMARY KEY,
      token_hash ${t.text} NOT NULL,
      workspace_id ${t.id} NOT NULL REFERENCES workspaces (id),
      organization_id ${t.id} NOT NULL REFERENCES organizations (id),
      email ${t.text} NOT NULL,
      email_key ${t.text} NOT NULL,
      roles ${t.text} NOT NULL,
      invited_by ${t.id} NOT NULL REFERENCES users (id),
      created_at ${t.time} NOT NULL,
      expires_at ${t.time} NOT NULL,
      ${unique('invitations', 'token_hash')},
      ${unique('invitations', 'workspace_id', 'email_key')}
    ) ${t.tableEnd}`,
    `CREATE TABLE idempotency_keys (
      id ${t.text} NOT NULL PRIMARY KEY,
      payload_hash ${t.text} NOT NULL,
      claimed_until ${t.time} NOT NULL,
      answer ${t.text},
      expires_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
    'CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at)',
    `CREATE TABLE attempts (
      subject ${t.text} NOT NULL PRIMARY KEY,
      made ${t.number} NOT NULL,
      window_started_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
    // Every tenant statement starts from here: a valid credential and the workspaces it opens.
    `CREATE VIEW callers AS
      SELECT c.token_hash, c.valid_until, c.user_id, m.workspace_id, m.organization_id, m.roles
      FROM credentials c
      JOIN memberships m ON m.user_id = c.user_id
        AND (c.workspace_id IS NULL OR m.workspace_id = c.workspace_id)`,
    // An organization is open to members of its workspaces, and always to its owner's sessions.
    `CREATE VIEW organization_callers AS
      SELECT token_hash, valid_until, user_id, organization_id FROM callers
      UNION
      SELECT c.token_hash, c.valid_until, c.user_id, o.id FROM credentials c
      JOIN organizations o ON o.owner_id = c.user_id
      WHERE c.workspace_id IS NULL`,
  ],
};
