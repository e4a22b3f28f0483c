import type { SampleSizeQuestion } from '../../contract/results/planning.ts';
import { issues, ValidationFailure, type ValidationIssue } from '../../contract/validation.ts';
import { referenceInBody } from '../../domain/ids.ts';
import { measuredIn } from '../../domain/results/measured-in.ts';
import { pairCount } from '../../domain/results/pair-count.ts';
import {
  fillFromMeasured,
  largestDifference,
  type PlanningQuestion,
  scaleOf,
} from '../../domain/results/planning-question.ts';
import { getHumanEvaluation } from '../../storage/evaluations/human-evaluations.ts';
import type { Context, Operation } from '../context.ts';
import { isBlindFor } from '../evaluations/parts/blindness.ts';
import { proveCaller } from '../prove-caller.ts';
import { findStudy } from './parts/find-study.ts';

export const planSampleSize: Operation<'planSampleSize'> = async (context, { body }) => {
  const question = await questionOf(context, body);
  refuseImpossible(question);
  // A simulation is only for callers with a valid credential.
  await proveCaller(context);
  return { body: await context.results.plan(question, context.gate.userId ?? '') };
};

/** The question, with its gaps filled from the evaluation that it names. */
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
  const complete = { ...question, cases: cases ?? Math.max(1, evaluation.scenarioCount) };
  if (isBlindFor(evaluation)) return fillFromMeasured(complete, null);
  const { study } = await findStudy(context.db, evaluation);
  const { statistics } = await context.results.statistics(study);
  return fillFromMeasured(complete, measuredIn(evaluation.id, statistics));
}

/** Values that are each in range, but cannot be true together. */
function refuseImpossible(question: PlanningQuestion): void {
  const { kind, judgements_per_case = 1, annotators = judgements_per_case } = question;
  const faults = kind === 'scoring' ? impossibleScores(question) : impossibleVotes(question);
  if (annotators < judgements_per_case) {
    const why = 'an annotator judges a scenario once, so there must be at least as many annotators';
    faults.push(issues.valueError(['body', 'judgements_per_case'], why));
  }
  if (faults.length > 0) throw new ValidationFailure(faults);
}

function impossibleVotes(question: PlanningQuestion): ValidationIssue[] {
  const { difference, variants = 2, pairs_per_case = 1 } = question;
  const faults = [];
  if (difference >= largestDifference(question)) {
    const why = 'with this share of ties no win rate can differ by so much';
    faults.push(issues.valueError(['body', 'difference'], why));
  }
  if (pairs_per_case > pairCount(variants)) {
    const why = 'so many variants do not have that many pairs';
    faults.push(issues.valueError(['body', 'pairs_per_case'], why));
  }
  return faults;
}

function impossibleScores(question: PlanningQuestion): ValidationIssue[] {
  const { low, high } = scaleOf(question);
  if (!(high > low)) {
    return [issues.valueError(['body', 'score_max'], 'the highest score must exceed the lowest')];
  }
  const faults = [];
  if (question.difference >= high - low) {
    const why = 'two scores on this scale cannot differ by so much on average';
    faults.push(issues.valueError(['body', 'difference'], why));
  }
  if ((question.score_sd ?? 0) > high - low) {
    const why = 'two scores on this scale cannot differ by so much';
    faults.push(issues.valueError(['body', 'score_sd'], why));
  }
  return faults;
}
