import type { Slice } from '../../../domain/results/study-data.ts';
import type { Queryable } from '../../../storage/database.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import {
  listJudgedInputs,
  type StudyRange,
  writeOutputSizes,
} from '../../../storage/results/study-rows.ts';
import { Pace } from '../../pace.ts';

/** So many are read without keeping others waiting. */
const SCENARIOS_AT_ONCE = 1000;

/**
 * Sizes of the outputs of judged scenarios at position · variants + variant, NaN where there is
 * none; null where nothing has an output. A judged text does not change.
 */
export async function loadLengths(
  db: Queryable,
  evaluation: HumanEvaluation,
  pace: Pace,
): Promise<Float64Array | null> {
  const variants = evaluation.variants.length;
  const size = evaluation.scenarioCount * variants;
  const lengths = new Float64Array(new SharedArrayBuffer(8 * size)).fill(Number.NaN);
  let known = 0;
  await forEachRange(evaluation, pace, async (range) => {
    const sizes = await writeOutputSizes(db, evaluation.standing.workspaceId, range);
    const numbers = sizes.split(' ');
    for (let at = 0; at + 2 < numbers.length; at += 3) {
      const place = Number(numbers[at]) * variants + Number(numbers[at + 1]);
      lengths[place] = Number(numbers[at + 2]);
      known += 1;
    }
  });
  return known === 0 ? null : lengths;
}

/** The value that each judged scenario has for an input; null for those without. */
export async function loadLabels(
  db: Queryable,
  evaluation: HumanEvaluation,
  name: string,
): Promise<Slice['labels']> {
  const labels = Array.from<string | null>({ length: evaluation.scenarioCount }).fill(null);
  await forEachRange(evaluation, new Pace(), async (range) => {
    const found = await listJudgedInputs(db, evaluation.standing.workspaceId, range);
    for (const { position, inputs } of found) {
      const input = inputs.find(({ input_name }) => input_name === name);
      labels[position] = input?.input_value ?? null;
    }
  });
  return labels;
}

/** Reads an evaluation from end to end, a part at a time. */
export async function forEachRange(
  { id, scenarioCount }: HumanEvaluation,
  pace: Pace,
  read: (range: StudyRange) => Promise<void>,
): Promise<void> {
  for (let first = 0; first < scenarioCount; first += SCENARIOS_AT_ONCE) {
    const lastPosition = first + SCENARIOS_AT_ONCE - 1;
    await pace.keep();
    await read({ evaluationId: id, firstPosition: first, lastPosition });
  }
}
