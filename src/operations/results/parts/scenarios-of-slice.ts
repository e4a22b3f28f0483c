import type { ScenarioListQuery } from '../../../contract/evaluations/scenarios.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import {
  type Labels,
  listLabelledPositions,
} from '../../../storage/evaluations/scenario-labels.ts';
import type { Context } from '../../context.ts';
import { Pace } from '../../pace.ts';
import { findStudy } from './load-study.ts';
import { forEachRange, loadLabels } from './load-texts.ts';

export interface AskedSlice extends Pick<ScenarioListQuery, 'label'> {
  readonly slice: string;
}

/** The positions of the scenarios of a slice, as they are now: inputs change until they are judged. */
export async function findScenariosOfSlice(
  context: Pick<Context, 'db' | 'results'>,
  evaluation: HumanEvaluation,
  asked: AskedSlice,
): Promise<ReadonlySet<number>> {
  const labels = await labelsOf(context, evaluation, asked);
  const found = new Set<number>();
  await forEachRange(evaluation, new Pace(), async (range) => {
    const part = { ...range, ...labels };
    const { workspaceId } = evaluation.standing;
    const positions = await listLabelledPositions(context.db, workspaceId, part);
    for (const position of positions) found.add(position);
  });
  return found;
}

async function labelsOf(
  { db, results }: Pick<Context, 'db' | 'results'>,
  evaluation: HumanEvaluation,
  { slice: input, label }: AskedSlice,
): Promise<Labels> {
  if (label !== undefined) return { input, labels: [label], side: 'in' };
  const { source } = await findStudy(db, evaluation);
  const load = () => loadLabels(db, evaluation, input);
  const slices = await results.slices(source, { name: input, load });
  const own = slices.flatMap((slice) => (slice.pooled ? [] : [slice.label]));
  return { input, labels: [...new Set(own)], side: 'out' };
}
