import type { Transaction } from '../../../storage/database.ts';
import type { ScenarioSpan } from '../../../storage/evaluations/queues.ts';
import { findLastPosition } from '../../../storage/outputs/generation-cells.ts';
import { Pace } from '../../pace.ts';

/** With ten variants each, what the embedded engine changes in a few milliseconds. */
const SCENARIOS_AT_ONCE = 100;

/** All scenarios that have cells, a few at a time: other requests are answered in between. */
export async function* scenarioSpans(
  tx: Transaction,
  workspaceId: string,
  evaluationId: string,
): AsyncGenerator<ScenarioSpan> {
  const pace = new Pace();
  const last = await findLastPosition(tx, workspaceId, evaluationId);
  for (let from = 0; from <= last; from += SCENARIOS_AT_ONCE) {
    yield { evaluationId, from, to: from + SCENARIOS_AT_ONCE - 1 };
    await pace.keep();
  }
}
