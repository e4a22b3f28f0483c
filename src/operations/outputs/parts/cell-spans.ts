import type { Transaction } from '../../../storage/database.ts';
import type { ScenarioSpan } from '../../../storage/evaluations/queues.ts';
import { findLastPosition } from '../../../storage/outputs/generation-cells.ts';
import { scenarioSpans } from '../../evaluations/parts/scenario-spans.ts';

/** As many as the embedded engine changes in a few milliseconds if each has ten variants. */
const SCENARIOS_AT_ONCE = 100;

/** All scenarios that have cells, a few at a time. */
export async function* cellSpans(
  tx: Transaction,
  workspaceId: string,
  evaluationId: string,
): AsyncGenerator<ScenarioSpan> {
  const last = await findLastPosition(tx, workspaceId, evaluationId);
  yield* scenarioSpans({ evaluationId, scenarioCount: last + 1, atOnce: SCENARIOS_AT_ONCE });
}
