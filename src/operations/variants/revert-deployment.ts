import { referenceInPath } from '../../domain/ids.ts';
import type { Operation } from '../context.ts';
import { getDeployedRevision } from './parts/get-deployed-revision.ts';
import { recordDeployment } from './parts/record-deployment.ts';

/** Points an environment back at what an earlier environment revision deployed. */
export const revertDeployment: Operation<'revertDeployment'> = (context, { parameters }) => {
  const reference = referenceInPath(parameters.deployment_revision_id);
  return context.transaction(async (tx) => {
    const target = await getDeployedRevision(context, tx, reference);
    context.gate.permit(target.standing);
    const { revision } = await recordDeployment(context, tx, {
      ...target,
      commitMessage: null,
      revertedFrom: target.revision,
    });
    return {
      body: `${target.environmentName} is back at revision ${target.variantRevision} of ${target.variantName} (environment revision ${revision}).`,
    };
  });
};
