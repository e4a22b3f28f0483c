import { referenceInPath } from '../../domain/ids.ts';
import { appNotFound } from '../../storage/variants/apps.ts';
import { listEnvironments as list } from '../../storage/variants/environments.ts';
import type { Operation } from '../context.ts';
import { presentEnvironment } from './parts/present-environment.ts';

export const listEnvironments: Operation<'listEnvironments'> = async (context, { parameters }) => {
  const app = referenceInPath(parameters.app_id);
  if (app.id === undefined) throw appNotFound(app);
  const environments = await list(context.db, context.caller, app.id);
  const first = environments[0];
  if (first === undefined) throw appNotFound(app);
  context.gate.permit(first.standing);
  return { body: environments.map(presentEnvironment) };
};
