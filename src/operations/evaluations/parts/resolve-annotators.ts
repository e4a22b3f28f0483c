import { referenceInBody } from '../../../domain/ids.ts';
import { notFound } from '../../../storage/callers.ts';
import type { Queryable } from '../../../storage/database.ts';
import { isMember } from '../../../storage/identity/memberships.ts';

interface NamedAnnotators {
  readonly ids: readonly string[] | undefined;
  readonly field: string;
  /** Already listed; they may stay listed after leaving the workspace, but cannot judge. */
  readonly listed?: readonly string[];
}

/** The ids as they are stored; refuses people who are not in the workspace. */
export async function resolveAnnotators(
  { db }: { readonly db: Queryable },
  workspaceId: string,
  { ids, field, listed = [] }: NamedAnnotators,
): Promise<readonly string[] | undefined> {
  if (ids === undefined) return undefined;
  const resolved: string[] = [];
  for (const [index, text] of ids.entries()) {
    const reference = referenceInBody(text, `${field}[${index}]`);
    const { id } = reference;
    if (id === undefined) throw notFound('user', reference);
    const isKnown = listed.includes(id) || (await isMember(db, workspaceId, id));
    if (!isKnown) throw notFound('user', reference);
    resolved.push(id);
  }
  return resolved;
}
