import { referenceInPath } from '../../domain/ids.ts';
import type { Operation } from '../context.ts';
import { getDeployedRevision } from './parts/get-deployed-revision.ts';

/** What one environment revision deployed; `current_version` is the environment's own number. */
export const fetchDeployedConfig: Operation<'fetchDeployedConfig'> = async (
  context,
  { parameters },
) => {
  const reference = referenceInPath(parameters.deployment_revision_id);
  const deployed = await getDeployedRevision(context, context.db, reference);
  context.gate.permit(deployed.standing);
  return {
    body: {
      config_name: deployed.configName,
      current_version: deployed.revision,
      parameters: deployed.parameters,
    },
    etag: `"${deployed.id}"`,
  };
};
