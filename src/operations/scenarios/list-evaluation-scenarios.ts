import type { HumanEvaluationScenario } from '../../contract/scenarios.ts';
import { referenceInPath } from '../../domain/ids.ts';
import { getHumanEvaluation, type HumanEvaluation } from '../../storage/human-evaluations.ts';
import type { Context, StreamingOperation } from '../context.ts';
import { Pace } from '../pace.ts';
import { cutPage, readPage } from '../paging.ts';
import { readScenarios } from './read-scenarios.ts';

const SCENARIOS_AT_ONCE = 200;

/** A page at once, or the whole list as it is read. */
export const listEvaluationScenarios: StreamingOperation<'listEvaluationScenarios'> = async (
  context,
  { parameters, query },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const evaluation = await getHumanEvaluation(context.db, context.caller, reference);
  context.gate.permit(evaluation.standing);
  const filters = ['scenarios', evaluation.id];
  const request = readPage<{ position: number }>(context, query, filters);
  const afterPosition = request.page.after?.position ?? -1;
  if (request.limit === undefined) return { stream: stream(context, evaluation, afterPosition) };
  const { items, next } = cutPage(context, request, {
    items: await readScenarios(context, evaluation, { afterPosition, limit: request.page.limit }),
    keyOf: ({ position }) => ({ position }),
  });
  return { stream: oneText(JSON.stringify(items)), next };
};

async function* oneText(text: string): AsyncGenerator<string> {
  yield text;
}

async function* stream(
  context: Context,
  evaluation: HumanEvaluation,
  afterPosition: number,
): AsyncGenerator<string> {
  const pace = new Pace();
  let position = afterPosition;
  let separator = '[';
  for (;;) {
    const range = { afterPosition: position, limit: SCENARIOS_AT_ONCE };
    const scenarios: readonly HumanEvaluationScenario[] = await readScenarios(
      context,
      evaluation,
      range,
    );
    const last = scenarios.at(-1);
    if (last === undefined) break;
    yield `${separator}${scenarios.map((scenario) => JSON.stringify(scenario)).join(',')}`;
    separator = ',';
    position = last.position;
    if (scenarios.length < SCENARIOS_AT_ONCE) break;
    await pace.keep();
  }
  yield separator === '[' ? '[]' : ']';
}
