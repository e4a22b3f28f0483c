import { Problem } from '../../contract/problems.ts';
import { ENVIRONMENT_NAMES } from '../../contract/variants/environments.ts';
import { referenceInBody } from '../../domain/ids.ts';
import { isForeignKeyViolation } from '../../storage/engines/engine-errors.ts';
import { findVariantRevisions } from '../../storage/variants/variant-revisions.ts';
import { getVariant, variantNotFound } from '../../storage/variants/variants.ts';
import type { Operation } from '../context.ts';
import { environmentNotFound } from './parts/environment-not-found.ts';
import { revisionNumber } from './parts/pick-revision.ts';
import { recordDeployment } from './parts/record-deployment.ts';

/** Deploys a revision of a variant, by default the current one, to an environment of its app. */
export const deployVariant: Operation<'deployVariant'> = async (context, { body }) => {
  const reference = referenceInBody(body.variant_id, 'variant_id');
  try {
    return await context.transaction(async (tx) => {
      const variant = await getVariant(tx, context.caller, reference);
      const environmentName = ENVIRONMENT_NAMES.find((name) => name === body.environment_name);
      if (environmentName === undefined) throw environmentNotFound('environment_name');
      const number = body.revision === undefined ? variant.revision : revisionNumber(body.revision);
      const history = await findVariantRevisions(tx, context.caller, {
        variantId: variant.id,
        first: number,
        second: number,
      });
      const revision = history?.revisions[0];
      if (revision === undefined) throw unknownRevision();
      context.gate.permit(variant.standing);
      const { id } = await recordDeployment(context, tx, {
        standing: variant.standing,
        appId: variant.appId,
        environmentName,
        variantId: variant.id,
        variantName: variant.name,
        variantRevisionId: revision.id,
        variantRevision: revision.revision,
        commitMessage: body.commit_message ?? null,
        revertedFrom: null,
      });
      return { body: null, location: `/api/configs/deployment/${id}` };
    });
  } catch (error) {
    // The variant was deleted between reading and deploying it.
    if (isForeignKeyViolation(error)) throw variantNotFound(reference);
    throw error;
  }
};

function unknownRevision(): Problem {
  return new Problem('revision_not_found', 'The variant has no revision with this number.', {
    members: { field: 'revision' },
  });
}
