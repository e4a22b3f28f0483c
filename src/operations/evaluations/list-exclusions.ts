import { referenceInPath } from '../../domain/ids.ts';
import { listExclusions as list } from '../../storage/evaluations/exclusions.ts';
import type { Operation } from '../context.ts';
import { getEditableEvaluation } from './parts/edit-human-evaluation.ts';
import { presentExclusion } from './parts/present-exclusion.ts';

export const listExclusions: Operation<'listExclusions'> = async (context, { parameters }) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const { id, standing } = await getEditableEvaluation(context, context.db, reference);
  const exclusions = await list(context.db, standing.workspaceId, id);
  return { body: exclusions.map(presentExclusion) };
};
