import type { DescribedStudy } from '../../compute/read-study.ts';
import type { ComputedResults } from '../../compute/results-thread.ts';
import type { Output } from '../../contract/api.ts';
import { referenceInPath } from '../../domain/ids.ts';
import { type Tallies, tallyScores, tallyVotes } from '../../domain/judging/vote-tallies.ts';
import { withSlices } from '../../domain/results/with-slices.ts';
import {
  getHumanEvaluation,
  type HumanEvaluation,
} from '../../storage/evaluations/human-evaluations.ts';
import { countJudgements } from '../../storage/judging/vote-tallies.ts';
import type { Context, Operation } from '../context.ts';
import { isBlindFor, mayEdit } from '../evaluations/parts/blindness.ts';
import { findStudy } from './parts/find-study.ts';
import { keepHeadline } from './parts/keep-headline.ts';
import { requireInput } from './parts/require-input.ts';
import { withoutPeople } from './parts/without-people.ts';

/**
 * The counts of the original with statistics; annotators of a blind evaluation see nothing until it
 * is closed. An evaluation without judgements has statistics too, with the warning `no_data`.
 */
export const fetchResults: Operation<'fetchResults'> = async (context, { parameters, query }) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const evaluation = await getHumanEvaluation(context.db, context.caller, reference);
  context.gate.permit(evaluation.standing);
  const { slice } = query;
  if (slice !== undefined) requireInput(evaluation, slice);
  if (isBlindFor(evaluation)) return { body: withheld(evaluation) };
  const { progress, study, judgementChanges } = await findStudy(context.db, evaluation);
  if (query.statistics === false) {
    const counts = await context.results.counts(study, () =>
      countJudgements(context.db, study.workspaceId, study.evaluationId),
    );
    return { body: { ...countsOf(evaluation, counts), statistics: {}, progress } };
  }
  const { statistics, tallies } = await compute(context, study, slice);
  await keepHeadline(context, { evaluation, judgementChanges, statistics });
  const shown = mayEdit(evaluation) ? statistics : withoutPeople(statistics);
  return { body: { ...countsOf(evaluation, tallies), statistics: shown, progress } };
};

async function compute(
  { results }: Pick<Context, 'results'>,
  study: DescribedStudy,
  slice: string | undefined,
): Promise<ComputedResults> {
  if (slice === undefined) return results.statistics(study);
  const [{ statistics, tallies }, slices] = await Promise.all([
    results.statistics(study),
    results.slices(study, slice),
  ]);
  return { statistics: withSlices(statistics, slices), tallies };
}

type Results = Output<'fetchResults'>;

function withheld({ type }: HumanEvaluation): Results {
  const empty = { statistics: {}, progress: null };
  return type === 'human_a_b_testing'
    ? { votes_data: {}, ...empty }
    : { results_data: {}, ...empty };
}

function countsOf(
  { type, variants, scenarioCount }: HumanEvaluation,
  { outcomes, scores, unjudgedScenarios }: Tallies,
): Pick<Results, 'votes_data' | 'results_data'> {
  switch (type) {
    case 'human_a_b_testing': {
      const counts = { variants, scenarioCount, unjudgedScenarios, tallies: outcomes };
      return { votes_data: tallyVotes(counts) };
    }
    case 'single_model_test':
      return { results_data: tallyScores(scores) };
  }
}
