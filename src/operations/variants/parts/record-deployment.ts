import type { Standing } from '../../../storage/callers.ts';
import type { Transaction } from '../../../storage/database.ts';
import { insertEnvironmentRevision } from '../../../storage/variants/environment-revisions.ts';
import { updateDeployedVariant } from '../../../storage/variants/environments.ts';
import type { Context } from '../../context.ts';
import { environmentNotFound } from './environment-not-found.ts';

export interface DeploymentWish {
  readonly standing: Standing;
  readonly appId: string;
  readonly environmentName: string;
  readonly variantId: string;
  readonly variantName: string;
  readonly variantRevisionId: string;
  readonly variantRevision: number;
  readonly commitMessage: string | null;
  readonly revertedFrom: number | null;
}

/** Points an environment at a revision and writes that down as its next environment revision. */
export async function recordDeployment(
  context: Context,
  tx: Transaction,
  wish: DeploymentWish,
): Promise<{ id: string; revision: number }> {
  const { userId, workspaceId } = wish.standing;
  const revision = await updateDeployedVariant(tx, workspaceId, wish);
  if (revision === undefined) throw environmentNotFound('environment_name');
  const id = context.newId();
  await insertEnvironmentRevision(tx, workspaceId, {
    ...wish,
    id,
    revision,
    createdBy: userId,
    createdAt: context.now,
  });
  context.note({
    object: { kind: 'app', id: wish.appId },
    change: {
      environment_name: wish.environmentName,
      variant_id: wish.variantId,
      variant_revision: wish.variantRevision,
      revision: [revision - 1, revision],
    },
  });
  return { id, revision };
}
