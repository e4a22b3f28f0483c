import { referenceInPath } from '../../domain/ids.ts';
import { findSettingsParts } from '../../storage/evaluations/evaluation-settings.ts';
import { getHumanEvaluation } from '../../storage/evaluations/human-evaluations.ts';
import type { Operation } from '../context.ts';
import { bodyEtag } from '../preconditions.ts';
import { presentEvaluationSettings } from './parts/present-evaluation-settings.ts';

export const fetchEvaluationSettings: Operation<'fetchEvaluationSettings'> = async (
  context,
  { parameters },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const evaluation = await getHumanEvaluation(context.db, context.caller, reference);
  context.gate.permit(evaluation.standing);
  const { workspaceId } = evaluation.standing;
  const parts = await findSettingsParts(context.db, workspaceId, evaluation);
  const body = presentEvaluationSettings(evaluation, parts);
  return { body, etag: bodyEtag(body) };
};
