import type { Db } from '../../../storage/database.ts';
import type { FoundImport } from '../../../storage/outputs/output-imports.ts';
import { listStaged } from '../../../storage/outputs/staged-outputs.ts';
import { Pace } from '../../pace.ts';

/** What the embedded engine reads, and what it writes, in a few milliseconds. */
const SCENARIOS_AT_ONCE = 250;
const OUTPUTS_AT_ONCE = 250;
const BYTES_AT_ONCE = 256 * 1024;

/** The scenarios for which an import holds outputs, in their order, as many as are quickly written. */
export async function* stagedBatches(
  db: Db,
  { workspaceId, evaluationId, importId, scenarioCount }: FoundImport,
): AsyncGenerator<readonly string[]> {
  const pace = new Pace();
  for (let from = 0; from < scenarioCount; from += SCENARIOS_AT_ONCE) {
    const span = { evaluationId, importId, from, to: from + SCENARIOS_AT_ONCE - 1 };
    let batch: string[] = [];
    let [outputs, bytes] = [0, 0];
    for (const staged of await listStaged(db, workspaceId, span)) {
      batch.push(staged.scenarioId);
      outputs += staged.outputs;
      bytes += staged.bytes;
      if (outputs < OUTPUTS_AT_ONCE && bytes < BYTES_AT_ONCE) continue;
      yield batch;
      await pace.rest();
      batch = [];
      [outputs, bytes] = [0, 0];
    }
    if (batch.length > 0) yield batch;
    await pace.rest();
  }
}
