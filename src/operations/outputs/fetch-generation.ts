import { referenceInPath } from '../../domain/ids.ts';
import type { Operation } from '../context.ts';
import { getEditableEvaluation } from '../evaluations/parts/edit-human-evaluation.ts';
import { loadGeneration } from './parts/load-generation.ts';

export const fetchGeneration: Operation<'fetchGeneration'> = async (context, { parameters }) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const evaluation = await getEditableEvaluation(context, context.db, reference);
  return { body: await loadGeneration(context.db, evaluation, context.now) };
};
