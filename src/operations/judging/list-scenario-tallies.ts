import type { ScenarioTally as Shown } from '../../contract/judging/scenario-tallies.ts';
import { referenceInPath } from '../../domain/ids.ts';
import type { HumanEvaluation } from '../../storage/evaluations/human-evaluations.ts';
import { listScenarios, type Scenario } from '../../storage/evaluations/scenarios.ts';
import { listRemarkCounts } from '../../storage/judging/scenario-remarks.ts';
import { listTallies, type ScenarioTally } from '../../storage/judging/scenario-tallies.ts';
import type { Operation } from '../context.ts';
import { getEditableEvaluation } from '../evaluations/parts/edit-human-evaluation.ts';
import { cutPage, readPage } from '../paging.ts';

const DEFAULT_LIMIT = 50;
const SUMMARY_LENGTH = 160;

/** Which scenarios each variant won, and how many notes and flags they have. */
export const listScenarioTallies: Operation<'listScenarioTallies'> = async (
  context,
  { parameters, query },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const evaluation = await getEditableEvaluation(context, context.db, reference);
  const { id: evaluationId, standing, scenarioCount } = evaluation;
  const paging = { ...query, limit: query.limit ?? DEFAULT_LIMIT };
  const request = readPage<number>(context, paging, ['scenario tallies', evaluationId]);
  const first = (request.page.after ?? -1) + 1;
  const length = Math.max(0, Math.min(request.page.limit, scenarioCount - first));
  const positions = Array.from({ length }, (_, place) => first + place);
  const { items, next } = cutPage(context, request, { items: positions, keyOf: (at) => at });
  const places = { evaluationId, positions: items };
  const [scenarios, tallies, remarks] = await Promise.all([
    listScenarios(context.db, standing.workspaceId, places),
    listTallies(context.db, standing.workspaceId, places),
    listRemarkCounts(context.db, standing.workspaceId, places),
  ]);
  const talliesOf = Map.groupBy(tallies, ({ scenarioId }) => scenarioId);
  const remarksOf = new Map(remarks.map((remark) => [remark.scenarioId, remark]));
  const body = scenarios.map((scenario) => ({
    ...present(evaluation, scenario, talliesOf.get(scenario.id) ?? []),
    notes: remarksOf.get(scenario.id)?.notes ?? 0,
    flags: remarksOf.get(scenario.id)?.flags ?? 0,
  }));
  return { body, next };
};

function present(
  { variants }: HumanEvaluation,
  scenario: Scenario,
  tallies: readonly ScenarioTally[],
): Omit<Shown, 'notes' | 'flags'> {
  const count = (isCounted: (tally: ScenarioTally) => boolean) =>
    tallies.filter(isCounted).reduce((sum, tally) => sum + tally.count, 0);
  const votes = variants.map(({ id }, place) => ({
    variant_id: id,
    count: count(({ winner, scored }) => winner === place || scored === place),
  }));
  const wins = variants.map((_, place) => count(({ winner }) => winner === place));
  const most = Math.max(...wins);
  const leaders = variants.filter((_, place) => wins[place] === most);
  const text = scenario.inputs.map(({ input_value }) => input_value).join(' · ');
  return {
    scenario_id: scenario.id,
    position: scenario.position,
    summary: [...text].slice(0, SUMMARY_LENGTH).join(''),
    judgements: count(() => true),
    votes,
    ties: count(({ outcome }) => outcome === 'tie'),
    both_bad: count(({ outcome }) => outcome === 'both_bad'),
    winner_variant_id: most > 0 && leaders.length === 1 ? (leaders[0]?.id ?? null) : null,
  };
}
