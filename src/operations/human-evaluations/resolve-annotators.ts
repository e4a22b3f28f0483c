import { referenceInBody } from '../../domain/ids.ts';
import { notFound } from '../../storage/callers.ts';
import type { Queryable } from '../../storage/database.ts';
import { isMember } from '../../storage/memberships.ts';

/** The ids of people of this workspace, as they are stored. */
export async function resolveAnnotators(
  { db }: { readonly db: Queryable },
  workspaceId: string,
  { ids, field }: { ids: readonly string[] | undefined; field: string },
): Promise<readonly string[] | undefined> {
  if (ids === undefined) return undefined;
  const found: string[] = [];
  for (const [index, text] of ids.entries()) {
    const reference = referenceInBody(text, `${field}[${index}]`);
    if (reference.id === undefined || !(await isMember(db, workspaceId, reference.id))) {
      throw notFound('user', reference);
    }
    found.push(reference.id);
  }
  return found;
}
