import { Problem } from '../../../contract/problems.ts';
import { ENVIRONMENT_NAMES } from '../../../contract/variants/environments.ts';

export function environmentNotFound(field?: string): Problem {
  return new Problem(
    'environment_not_found',
    `There is no such environment. An app has ${ENVIRONMENT_NAMES.join(', ')}.`,
    { members: field === undefined ? {} : { field } },
  );
}

/** The environment exists, but runs nothing (of the requested base). */
export function nothingDeployed(): Problem {
  return new Problem('nothing_deployed', 'Nothing is deployed there yet. Deploy a variant first.');
}
