import { referenceInPath } from '../../domain/ids.ts';
import { appNotFound } from '../../storage/variants/apps.ts';
import { listEnvironments } from '../../storage/variants/environments.ts';
import { findDeployedVariant } from '../../storage/variants/variants.ts';
import type { Operation } from '../context.ts';
import { environmentNotFound, nothingDeployed } from './parts/environment-not-found.ts';
import { presentVariant } from './parts/present-variant.ts';

/** The variant an environment runs, with the parameters and number of the deployed revision. */
export const fetchVariantByEnvironment: Operation<'fetchVariantByEnvironment'> = async (
  context,
  { query },
) => {
  const app = referenceInPath(query.app_id);
  if (app.id === undefined) throw appNotFound(app);
  const variant = await findDeployedVariant(context.db, context.caller, {
    appId: app.id,
    environmentName: query.environment,
  });
  if (variant !== undefined) {
    context.gate.permit(variant.standing);
    return { body: presentVariant(variant) };
  }
  const environments = await listEnvironments(context.db, context.caller, app.id);
  const first = environments[0];
  if (first === undefined) throw appNotFound(app);
  const isKnown = environments.some((environment) => environment.name === query.environment);
  if (!isKnown) throw environmentNotFound();
  context.gate.permit(first.standing);
  throw nothingDeployed();
};
