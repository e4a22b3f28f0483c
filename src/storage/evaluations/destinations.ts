import type { Queryable } from '../database.ts';
import { statement } from '../statement.ts';

const newestOf = (table: 'apps' | 'variants' | 'testsets', appId: string) =>
  statement(
    `SELECT x.id, ${appId} AS app_id, x.name FROM ${table} x WHERE x.workspace_id = $1
     ORDER BY x.created_at DESC, x.id DESC LIMIT $2`,
    { id: 'text', appId: 'text', name: 'text' },
  );

const LISTS = {
  apps: newestOf('apps', 'x.id'),
  variants: newestOf('variants', 'x.app_id'),
  testsets: newestOf('testsets', 'x.app_id'),
} as const;

/** A named object and its app; an app belongs to itself. */
export interface NamedPlace {
  readonly id: string;
  readonly appId: string;
  readonly name: string;
}

/** The newest objects of a kind. */
export async function listNamedPlaces(
  db: Queryable,
  workspaceId: string,
  { kind, limit }: { kind: keyof typeof LISTS; limit: number },
): Promise<readonly NamedPlace[]> {
  return db.query(LISTS[kind], [workspaceId, limit]);
}
