import type { Output } from '../../contract/api.ts';
import { tallyScores, tallyVotes } from '../../domain/evaluations/vote-tallies.ts';
import { referenceInPath } from '../../domain/ids.ts';
import { getHumanEvaluation, type HumanEvaluation } from '../../storage/human-evaluations.ts';
import { countJudgements, type Tallies } from '../../storage/vote-tallies.ts';
import type { Operation } from '../context.ts';
import { isBlindFor } from '../human-evaluations/blindness.ts';
import { loadProgress } from './load-progress.ts';

/** The counts of the original; who judges a blind evaluation sees none until it is closed. */
export const fetchResults: Operation<'fetchResults'> = async (context, { parameters }) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const evaluation = await getHumanEvaluation(context.db, context.caller, reference);
  context.gate.permit(evaluation.standing);
  if (isBlindFor(evaluation)) return { body: withheld(evaluation) };
  const [tallies, progress] = await Promise.all([
    countJudgements(context.db, evaluation.standing.workspaceId, evaluation.id),
    loadProgress(context.db, evaluation),
  ]);
  return { body: { ...countsOf(evaluation, tallies), statistics: {}, progress } };
};

type Results = Output<'fetchResults'>;

function withheld({ type }: HumanEvaluation): Results {
  const nothing = { statistics: {}, progress: null };
  return type === 'human_a_b_testing'
    ? { votes_data: {}, ...nothing }
    : { results_data: {}, ...nothing };
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
