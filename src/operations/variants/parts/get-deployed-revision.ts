import { Problem } from '../../../contract/problems.ts';
import type { Reference } from '../../../domain/ids.ts';
import type { Queryable } from '../../../storage/database.ts';
import {
  type DeployedRevision,
  findDeployedRevision,
} from '../../../storage/variants/environment-revisions.ts';
import type { Context } from '../../context.ts';

/** Throws if the environment revision does not exist, or its variant was deleted since. */
export async function getDeployedRevision(
  context: Context,
  db: Queryable,
  reference: Reference,
): Promise<DeployedRevision> {
  const deployed =
    reference.id === undefined
      ? undefined
      : await findDeployedRevision(db, context.caller, reference.id);
  if (deployed !== undefined) return deployed;
  throw new Problem(
    'revision_not_found',
    'There is no such environment revision, or the variant it deployed was deleted.',
  );
}
