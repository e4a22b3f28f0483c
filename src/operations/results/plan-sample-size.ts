import type { SampleSizeQuestion } from '../../contract/results/planning.ts';
import { issues, ValidationFailure } from '../../contract/validation.ts';
import { referenceInBody } from '../../domain/ids.ts';
import { measuredIn } from '../../domain/results/measured-in.ts';
import {
  fillFromMeasured,
  largestDifference,
  type PlanningQuestion,
} from '../../domain/results/planning-question.ts';
import { getHumanEvaluation } from '../../storage/evaluations/human-evaluations.ts';
import type { Context, Operation } from '../context.ts';
import { isBlindFor } from '../evaluations/parts/blindness.ts';
import { proveCaller } from '../prove-caller.ts';
import { findStudy } from './parts/find-study.ts';

export const planSampleSize: Operation<'planSampleSize'> = async (context, { body }) => {
  const question = await questionOf(context, body);
  refuseImpossible(question);
  // A simulation is not for strangers.
  await proveCaller(context);
  return { body: await context.results.plan(question, context.gate.userId ?? '') };
};

/** The question, with the gaps filled that the evaluation it names can fill. */
async function questionOf(
  context: Pick<Context, 'db' | 'caller' | 'gate' | 'results'>,
  question: SampleSizeQuestion,
): Promise<PlanningQuestion> {
  const { cases, evaluation_id } = question;
  if (evaluation_id === undefined) {
    if (cases === undefined) throw new ValidationFailure([issues.missing(['body', 'cases'])]);
    return fillFromMeasured({ ...question, cases }, null);
  }
  const reference = referenceInBody(evaluation_id, 'evaluation_id');
  const evaluation = await getHumanEvaluation(context.db, context.caller, reference);
  context.gate.permit(evaluation.standing, 'view_evaluation');
  const asked = { ...question, cases: cases ?? Math.max(1, evaluation.scenarioCount) };
  if (isBlindFor(evaluation)) return fillFromMeasured(asked, null);
  const { study } = await findStudy(context.db, evaluation);
  const { statistics } = await context.results.statistics(study);
  return fillFromMeasured(asked, measuredIn(evaluation.id, statistics));
}

/** Values that are each in range, but cannot be true together. */
function refuseImpossible(question: PlanningQuestion): void {
  const { difference, judgements_per_case = 1, annotators = judgements_per_case } = question;
  const found = [];
  if (difference >= largestDifference(question)) {
    const why = 'with this share of ties no win rate can differ by so much';
    found.push(issues.valueError(['body', 'difference'], why));
  }
  if (annotators < judgements_per_case) {
    const why = 'an annotator judges a case once, so there must be at least as many annotators';
    found.push(issues.valueError(['body', 'judgements_per_case'], why));
  }
  if (found.length > 0) throw new ValidationFailure(found);
}
