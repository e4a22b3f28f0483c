import type { SampleSizeQuestion } from '../../contract/planning.ts';
import { issues, ValidationFailure } from '../../contract/validation.ts';
import { largestDifference } from '../../domain/planning/plan-judging.ts';
import type { Operation } from '../context.ts';
import { proveCaller } from '../system/prove-caller.ts';

export const planSampleSize: Operation<'planSampleSize'> = async (context, { body }) => {
  refuseImpossible(body);
  // A simulation is not for strangers.
  await proveCaller(context);
  return { body: await context.results.plan(body) };
};

/** Values that are each in range, but cannot be true together. */
function refuseImpossible(question: SampleSizeQuestion): void {
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
