import type { ScenarioListQuery } from '../../../contract/evaluations/scenarios.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import {
  type Labels,
  listLabelledPositions,
} from '../../../storage/evaluations/scenario-labels.ts';
import type { Context } from '../../context.ts';
import { Pace } from '../../pace.ts';
import { findStudy } from './find-study.ts';

export interface AskedSlice extends Pick<ScenarioListQuery, 'label'> {
  readonly slice: string;
}

/** So many are read without keeping others waiting. */
const SCENARIOS_AT_ONCE = 1000;

/** The positions of the scenarios of a slice, as they are now: inputs change until they are judged. */
export async function findScenariosOfSlice(
  context: Pick<Context, 'db' | 'results'>,
  evaluation: HumanEvaluation,
  asked: AskedSlice,
): Promise<ReadonlySet<number>> {
  const labels = await labelsOf(context, evaluation, asked);
  const { id: evaluationId, scenarioCount, standing } = evaluation;
  const found = new Set<number>();
  const pace = new Pace();
  for (let first = 0; first < scenarioCount; first += SCENARIOS_AT_ONCE) {
    const lastPosition = first + SCENARIOS_AT_ONCE - 1;
    const range = { evaluationId, firstPosition: first, lastPosition, ...labels };
    await pace.keep();
    const positions = await listLabelledPositions(context.db, standing.workspaceId, range);
    for (const position of positions) found.add(position);
  }
  return found;
}

async function labelsOf(
  { db, results }: Pick<Context, 'db' | 'results'>,
  evaluation: HumanEvaluation,
  { slice: input, label }: AskedSlice,
): Promise<Labels> {
  if (label !== undefined) return { input, labels: [label], side: 'in' };
  const { study } = await findStudy(db, evaluation);
  const slices = await results.slices(study, input);
  const own = slices.flatMap((slice) => (slice.pooled ? [] : [slice.label]));
  return { input, labels: [...new Set(own)], side: 'out' };
}
