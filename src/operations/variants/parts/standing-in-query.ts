import { referenceInPath } from '../../../domain/ids.ts';
import { getStanding, type Standing } from '../../../storage/callers.ts';
import type { Context } from '../../context.ts';
import { chooseWorkspace } from './choose-workspace.ts';

/** The workspace that a query names, else the one that a request without a name means. */
export async function standingInQuery(
  context: Context,
  { workspace_id }: { readonly workspace_id?: string },
): Promise<Standing> {
  if (workspace_id === undefined) return chooseWorkspace(context, {});
  return getStanding(context.db, context.caller, referenceInPath(workspace_id));
}
