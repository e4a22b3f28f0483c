import { findRow, type Queryable } from '../database.ts';
import { statement } from '../statement.ts';

const FIND_PINNED_PARAMETERS = statement(
  'SELECT parameters FROM variant_revisions WHERE workspace_id = $1 AND id = $2',
  { parameters: 'text' },
);

/** As JSON text. Revisions never change. */
export async function findPinnedParameters(
  db: Queryable,
  workspaceId: string,
  revisionId: string,
): Promise<string | undefined> {
  return (await findRow(db, FIND_PINNED_PARAMETERS, [workspaceId, revisionId]))?.parameters;
}

const FIND_BASE_URI = statement('SELECT uri FROM bases WHERE workspace_id = $1 AND id = $2', {
  uri: 'text?',
});

export async function findBaseUri(
  db: Queryable,
  workspaceId: string,
  baseId: string,
): Promise<string | null> {
  return (await findRow(db, FIND_BASE_URI, [workspaceId, baseId]))?.uri ?? null;
}
