import type { ScenarioListQuery } from '../../../contract/evaluations/scenarios.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import {
  type Labels,
  listLabelledPositions,
} from '../../../storage/evaluations/scenario-labels.ts';
import type { Context } from '../../context.ts';
import { Pace } from '../../pace.ts';
import { findStudy } from './find-study.ts';

export interface SliceQuery extends Pick<ScenarioListQuery, 'label'> {
  readonly slice: string;
}

/** Few enough to read without keeping other requests waiting. */
const SCENARIOS_AT_ONCE = 1000;

/** The positions of the scenarios of a slice, as they are now: inputs change until they are judged. */
export async function findScenariosOfSlice(
  context: Pick<Context, 'db' | 'results'>,
  evaluation: HumanEvaluation,
  query: SliceQuery,
): Promise<ReadonlySet<number>> {
  const labels = await labelsOf(context, evaluation, query);
  const { id: evaluationId, scenarioCount, standing } = evaluation;
  const inSlice = new Set<number>();
  const pace = new Pace();
  for (let first = 0; first < scenarioCount; first += SCENARIOS_AT_ONCE) {
    const lastPosition = first + SCENARIOS_AT_ONCE - 1;
    const range = { evaluationId, firstPosition: first, lastPosition, ...labels };
    await pace.keep();
    const positions = await listLabelledPositions(context.db, standing.workspaceId, range);
    for (const position of positions) inSlice.add(position);
  }
  return inSlice;
}

async function labelsOf(
  { db, results }: Pick<Context, 'db' | 'results'>,
  evaluation: HumanEvaluation,
  { slice: input, label }: SliceQuery,
): Promise<Labels> {
  if (label !== undefined) return { input, labels: [label], side: 'in' };
  const { study } = await findStudy(db, evaluation);
  const slices = await results.slices(study, input);
  const own = slices.flatMap((slice) => (slice.pooled ? [] : [slice.label]));
  return { input, labels: [...new Set(own)], side: 'out' };
}
