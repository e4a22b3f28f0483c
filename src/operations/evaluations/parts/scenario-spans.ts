import type { ScenarioSpan } from '../../../storage/evaluations/queues.ts';
import { Pace } from '../../pace.ts';

export interface Scenarios {
  readonly evaluationId: string;
  readonly scenarioCount: number;
  readonly atOnce: number;
}

/** All scenarios of an evaluation, a few at a time: other requests are answered in between. */
export async function* scenarioSpans({
  evaluationId,
  scenarioCount,
  atOnce,
}: Scenarios): AsyncGenerator<ScenarioSpan> {
  const pace = new Pace();
  for (let from = 0; from < scenarioCount; from += atOnce) {
    yield { evaluationId, from, to: from + atOnce - 1 };
    await pace.keep();
  }
}
