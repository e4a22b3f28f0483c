import { parseId } from '../../domain/ids.ts';
import { getCredential } from '../../storage/callers.ts';
import { listEvaluationsUsing } from '../../storage/evaluations/evaluation-resources.ts';
import type { Operation } from '../context.ts';
import { isBlindFor } from './parts/blindness.ts';

/** The evaluations that use a resource: the original's screens ask before they delete it. */
export const listEvaluationsByResource: Operation<'listEvaluationsByResource'> = async (
  context,
  { query },
) => {
  const { db, caller, gate } = context;
  gate.admit(await getCredential(db, caller));
  // Every role may view evaluations; a caller without a role finds none.
  gate.permitIf(true);
  const { resource_type: type, resource_ids: texts = [] } = query;
  if (type === 'evaluator_config') return { body: [] };
  const ids = texts.flatMap((text) => parseId(text) ?? []);
  const evaluations = await listEvaluationsUsing(db, caller, { type, ids });
  for (const { standing } of evaluations) gate.permit(standing);
  const visible = type === 'testset' ? evaluations : evaluations.filter((one) => !isBlindFor(one));
  return { body: visible.map(({ id }) => id) };
};
