import type { Standing } from '../../../storage/callers.ts';
import type { Transaction } from '../../../storage/database.ts';
import { insertEnvironmentRevision } from '../../../storage/variants/environment-revisions.ts';
import { updateDeployedVariant } from '../../../storage/variants/environments.ts';
import type { Context } from '../../context.ts';
import { environmentNotFound } from './environment-not-found.ts';

export interface NewDeployment {
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

/** Points an environment at a revision and records that as its next environment revision. */
export async function recordDeployment(
  context: Context,
  tx: Transaction,
  deployment: NewDeployment,
): Promise<{ id: string; revision: number }> {
  const { userId, workspaceId } = deployment.standing;
  const revision = await updateDeployedVariant(tx, workspaceId, deployment);
  if (revision === undefined) throw environmentNotFound('environment_name');
  const id = context.newId();
  await insertEnvironmentRevision(tx, workspaceId, {
    ...deployment,
    id,
    revision,
    createdBy: userId,
    createdAt: context.now,
  });
  context.note({
    object: { kind: 'app', id: deployment.appId },
    change: {
      environment_name: deployment.environmentName,
      variant_id: deployment.variantId,
      variant_revision: deployment.variantRevision,
      revision: [revision - 1, revision],
    },
  });
  return { id, revision };
}
