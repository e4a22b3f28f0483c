import type { EvaluationSettings } from '../../../contract/evaluations/evaluation-settings.ts';
import type { Reference } from '../../../domain/ids.ts';
import type { Queryable } from '../../../storage/database.ts';
import { findSettingsParts } from '../../../storage/evaluations/evaluation-settings.ts';
import { getHumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import type { Context, Reply } from '../../context.ts';
import { bodyEtag } from '../../preconditions.ts';
import { presentEvaluationSettings } from './present-evaluation-settings.ts';

/** The settings of an evaluation as they are now. */
export async function answerWithSettings(
  { caller }: Context,
  db: Queryable,
  reference: Reference,
): Promise<Reply<EvaluationSettings>> {
  const evaluation = await getHumanEvaluation(db, caller, reference);
  const parts = await findSettingsParts(db, evaluation.standing.workspaceId, evaluation);
  const body = presentEvaluationSettings(evaluation, parts);
  return { body, etag: bodyEtag(body) };
}
