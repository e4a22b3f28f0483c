import type { HumanEvaluationScenario } from '../../contract/evaluations/scenarios.ts';
import { referenceInPath } from '../../domain/ids.ts';
import { getHumanEvaluation } from '../../storage/evaluations/human-evaluations.ts';
import type { StreamingOperation } from '../context.ts';
import { readScenarios } from '../evaluations/parts/read-scenarios.ts';
import { Pace } from '../pace.ts';
import { cutPage, readPage } from '../paging.ts';
import { arrangeScenarios } from './parts/arrange-scenarios.ts';
import type { ScenarioKey } from './parts/scenario-order.ts';

/** A page at once, or the whole list as a stream. */
export const listEvaluationScenarios: StreamingOperation<'listEvaluationScenarios'> = async (
  context,
  { parameters, query },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const evaluation = await getHumanEvaluation(context.db, context.caller, reference);
  context.gate.permit(evaluation.standing);
  const { order, slice, label } = query;
  const isOriginal = order === undefined && slice === undefined;
  const filters = ['scenarios', evaluation.id, ...(isOriginal ? [] : [order, slice, label])];
  const request = readPage<ScenarioKey>(context, query, filters);
  const list = await arrangeScenarios(context, evaluation, query);
  const positions = list.positionsAfter(request.page.after);
  const total = isOriginal ? undefined : list.total;
  const read = async (places: readonly number[]) =>
    (await readScenarios(context, evaluation, places)).map(list.withFigures);
  const confirm = async () => {
    await getHumanEvaluation(context.db, context.caller, reference);
  };
  if (request.limit === undefined) return { stream: stream(positions, read, confirm), total };
  const { items, next } = cutPage(context, request, {
    items: await read(positions.slice(0, request.page.limit)),
    keyOf: ({ position }) => list.keyOf(position),
  });
  return { stream: oneText(JSON.stringify(items)), next, total };
};

async function* oneText(text: string): AsyncGenerator<string> {
  yield text;
}

const SCENARIOS_AT_ONCE = 200;

/** Breaks off unless `confirm` finds the evaluation at the end: a part must not look like all. */
async function* stream(
  positions: readonly number[],
  read: (places: readonly number[]) => Promise<readonly HumanEvaluationScenario[]>,
  confirm: () => Promise<void>,
): AsyncGenerator<string> {
  const pace = new Pace();
  let separator = '[';
  for (let from = 0; from < positions.length; from += SCENARIOS_AT_ONCE) {
    const scenarios = await read(positions.slice(from, from + SCENARIOS_AT_ONCE));
    if (scenarios.length === 0) break;
    yield `${separator}${scenarios.map((scenario) => JSON.stringify(scenario)).join(',')}`;
    separator = ',';
    await pace.keep();
  }
  await confirm();
  yield separator === '[' ? '[]' : ']';
}
