import { referenceInPath } from '../../../domain/ids.ts';
import { getTestset } from '../../../storage/testsets/testsets.ts';
import { getApp } from '../../../storage/variants/apps.ts';
import type { Admission } from '../../context.ts';

/** Refuses before the upload unless the app exists and the caller may add test sets to it. */
export const admitToCreateTestset: Admission<'createTestset'> = async (context, { parameters }) => {
  const app = await getApp(context.db, context.caller, referenceInPath(parameters.app_id));
  context.gate.permit(app.standing);
};

export const admitToUpdateTestset: Admission<'updateTestset'> = async (context, { parameters }) => {
  const reference = referenceInPath(parameters.testset_id);
  const testset = await getTestset(context.db, context.caller, reference);
  context.gate.permit(testset.standing);
};
