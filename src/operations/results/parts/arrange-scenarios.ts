import type {
  HumanEvaluationScenario,
  ScenarioListQuery,
} from '../../../contract/evaluations/scenarios.ts';
import { disputedAt, type RankedDisagreement } from '../../../domain/results/disputed-cases.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import type { Context } from '../../context.ts';
import { isBlindFor } from '../../evaluations/parts/blindness.ts';
import { findStudy } from './find-study.ts';
import { requireInput } from './require-input.ts';
import { byDisagreement, byPosition, type ScenarioOrder } from './scenario-order.ts';
import { findScenariosOfSlice } from './scenarios-of-slice.ts';

/** The scenarios that a list shows, in its order. */
export interface ScenarioList extends ScenarioOrder {
  readonly total: number;
  /** A scenario with the figures that the list adds to it. */
  readonly withFigures: (scenario: HumanEvaluationScenario) => HumanEvaluationScenario;
}

/** Figures and their order reveal the judgements of others, so blind annotators do not get them. */
export async function arrangeScenarios(
  context: Context,
  evaluation: HumanEvaluation,
  query: ScenarioListQuery,
): Promise<ScenarioList> {
  const { order, slice, pooled } = query;
  const isBlind = isBlindFor(evaluation);
  if (isBlind && (order === 'disagreement' || pooled === true)) {
    throw context.gate.refusal('edit_evaluation');
  }
  if (slice !== undefined) requireInput(evaluation, slice);
  const [ranked, members] = await Promise.all([
    order === undefined || isBlind ? undefined : rank(context, evaluation),
    slice === undefined
      ? undefined
      : findScenariosOfSlice(context, evaluation, { ...query, slice }),
  ]);
  const whole =
    order === 'disagreement' && ranked !== undefined
      ? byDisagreement(ranked)
      : byPosition(evaluation.scenarioCount);
  const figureOf = (position: number) =>
    ranked === undefined ? null : disputedAt(ranked, position).disagreement;
  return {
    keyOf: whole.keyOf,
    positionsAfter: (key) => {
      const positions = whole.positionsAfter(key);
      return members === undefined ? positions : positions.filter((place) => members.has(place));
    },
    total: members?.size ?? evaluation.scenarioCount,
    withFigures: (scenario) =>
      order === undefined ? scenario : { ...scenario, disagreement: figureOf(scenario.position) },
  };
}

async function rank(
  { db, results }: Context,
  evaluation: HumanEvaluation,
): Promise<RankedDisagreement> {
  const { study } = await findStudy(db, evaluation);
  return results.disagreement(study);
}
