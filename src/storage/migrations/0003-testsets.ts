import { type Migration, unique } from './migration.ts';

/**
 * Test sets, their revisions and rows. Rows are written in small transactions under a revision
 * without a number, which no request shows; publishing gives it the number. So a long import
 * neither blocks the writer nor shows half of its rows, and what a crash leaves is removed later.
 */
export const testsets: Migration = {
  number: 3,
  name: 'testsets',
  statements: (t) => [
    `CREATE TABLE testsets (
      workspace_id ${t.id} NOT NULL,
      id ${t.id} NOT NULL,
      app_id ${t.id} NOT NULL,
      name ${t.text} NOT NULL,
      name_key ${t.text} NOT NULL,
      head ${t.number} NOT NULL,
      rows_hash ${t.text} NOT NULL,
      version ${t.number} NOT NULL,
      created_by ${t.id} NOT NULL,
      created_at ${t.time} NOT NULL,
      updated_at ${t.time} NOT NULL,
      PRIMARY KEY (workspace_id, id),
      ${unique('testsets', 'workspace_id', 'app_id', 'name_key')},
      FOREIGN KEY (workspace_id, app_id) REFERENCES apps (workspace_id, id) ON DELETE CASCADE
    ) ${t.tableEnd}`,
    'CREATE INDEX testsets_of_app_by_age ON testsets (workspace_id, app_id, created_at, id)',
    `CREATE TABLE testset_revisions (
      workspace_id ${t.id} NOT NULL,
      id ${t.id} NOT NULL,
      testset_id ${t.id},
      revision ${t.number},
      row_count ${t.number} NOT NULL,
      columns ${t.text} NOT NULL,
      commit_message ${t.text},
      created_by ${t.id} NOT NULL,
      created_at ${t.time} NOT NULL,
      PRIMARY KEY (workspace_id, id),
      ${unique('testset_revisions', 'workspace_id', 'testset_id', 'revision')},
      FOREIGN KEY (workspace_id, testset_id)
        REFERENCES testsets (workspace_id, id) ON DELETE CASCADE
    ) ${t.tableEnd}`,
    'CREATE INDEX testset_revisions_unpublished ON testset_revisions (created_at) WHERE revision IS NULL',
    `CREATE TABLE testset_rows (
      workspace_id ${t.id} NOT NULL,
      revision_id ${t.id} NOT NULL,
      position ${t.number} NOT NULL,
      cells ${t.text} NOT NULL,
      PRIMARY KEY (workspace_id, revision_id, position),
      FOREIGN KEY (workspace_id, revision_id)
        REFERENCES testset_revisions (workspace_id, id) ON DELETE CASCADE
    ) ${t.tableEnd}`,
  ],
};
