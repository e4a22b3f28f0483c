import type { StudySource } from '../../compute/compute-results.ts';
import type { Output } from '../../contract/api.ts';
import type { ResultStatistics } from '../../contract/results/results.ts';
import { referenceInPath } from '../../domain/ids.ts';
import { tallyScores, tallyVotes } from '../../domain/judging/vote-tallies.ts';
import { withSlices } from '../../domain/results/with-slices.ts';
import {
  getHumanEvaluation,
  type HumanEvaluation,
} from '../../storage/evaluations/human-evaluations.ts';
import { countJudgements, type Tallies } from '../../storage/judging/vote-tallies.ts';
import type { Context, Operation } from '../context.ts';
import { isBlindFor, mayEdit } from '../evaluations/parts/blindness.ts';
import { findStudy } from './parts/load-study.ts';
import { loadLabels } from './parts/load-texts.ts';
import { requireInput } from './parts/require-input.ts';
import { withoutPeople } from './parts/without-people.ts';

/**
 * The counts of the original and what they mean; who judges a blind evaluation sees nothing until it
 * is closed. An evaluation without judgements has statistics, too: they say that there is no data.
 */
export const fetchResults: Operation<'fetchResults'> = async (context, { parameters, query }) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const evaluation = await getHumanEvaluation(context.db, context.caller, reference);
  context.gate.permit(evaluation.standing);
  const { slice } = query;
  if (slice !== undefined) requireInput(evaluation, slice);
  if (isBlindFor(evaluation)) return { body: withheld(evaluation) };
  context.results.prepare();
  const { progress, source } = await findStudy(context.db, evaluation);
  const [computed, tallies] = await Promise.all([
    query.statistics === false ? undefined : statisticsOf(context, { evaluation, source, slice }),
    context.results.counts(source, () =>
      countJudgements(context.db, evaluation.standing.workspaceId, evaluation.id),
    ),
  ]);
  const statistics =
    computed === undefined || mayEdit(evaluation) ? computed : withoutPeople(computed);
  return { body: { ...countsOf(evaluation, tallies), statistics: statistics ?? {}, progress } };
};

interface AskedResults {
  readonly evaluation: HumanEvaluation;
  readonly source: StudySource;
  readonly slice: string | undefined;
}

async function statisticsOf(
  { db, results }: Pick<Context, 'db' | 'results'>,
  { evaluation, source, slice }: AskedResults,
): Promise<ResultStatistics> {
  if (slice === undefined) return results.statistics(source);
  const load = () => loadLabels(db, evaluation, slice);
  const [statistics, slices] = await Promise.all([
    results.statistics(source),
    results.slices(source, { name: slice, load }),
  ]);
  return withSlices(statistics, slices);
}

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
