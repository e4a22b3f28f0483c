import { referenceInBody } from '../../../domain/ids.ts';
import { notFound } from '../../../storage/callers.ts';
import type { Queryable } from '../../../storage/database.ts';
import { isMember } from '../../../storage/identity/memberships.ts';

interface NamedAnnotators {
  readonly ids: readonly string[] | undefined;
  readonly field: string;
  /** Who is listed already and may stay so after leaving the workspace, without any right to judge. */
  readonly listed?: readonly string[];
}

/** The ids of people of this workspace, as they are stored. */
export async function resolveAnnotators(
  { db }: { readonly db: Queryable },
  workspaceId: string,
  { ids, field, listed = [] }: NamedAnnotators,
): Promise<readonly string[] | undefined> {
  if (ids === undefined) return undefined;
  const found: string[] = [];
  for (const [index, text] of ids.entries()) {
    const reference = referenceInBody(text, `${field}[${index}]`);
    const { id } = reference;
    if (id === undefined) throw notFound('user', reference);
    const isKnown = listed.includes(id) || (await isMember(db, workspaceId, id));
    if (!isKnown) throw notFound('user', reference);
    found.push(id);
  }
  return found;
}
