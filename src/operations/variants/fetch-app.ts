import { referenceInPath } from '../../domain/ids.ts';
import { getApp } from '../../storage/variants/apps.ts';
import type { Operation } from '../context.ts';
import { versionEtag } from '../preconditions.ts';
import { presentApp } from './parts/present-app.ts';

export const fetchApp: Operation<'fetchApp'> = async (context, { parameters }) => {
  const app = await getApp(context.db, context.caller, referenceInPath(parameters.app_id));
  context.gate.permit(app.standing);
  return { body: presentApp(app), etag: versionEtag(app.version) };
};
