import type { Db } from '../../../storage/database.ts';
import { listScenariosOfImport } from '../../../storage/outputs/import-scenarios.ts';
import type { FoundImport } from '../../../storage/outputs/output-imports.ts';
import { Pace } from '../../pace.ts';

/** As many as the embedded engine changes in a few milliseconds. */
const SCENARIOS_AT_ONCE = 250;

/** The scenarios that an import has outputs for, in order, a few at a time. */
export async function* importBatches(
  db: Db,
  { workspaceId, evaluationId, importId, scenarioCount }: FoundImport,
): AsyncGenerator<readonly string[]> {
  const pace = new Pace();
  for (let from = 0; from < scenarioCount; from += SCENARIOS_AT_ONCE) {
    const span = { evaluationId, importId, from, to: from + SCENARIOS_AT_ONCE - 1 };
    const scenarioIds = await listScenariosOfImport(db, workspaceId, span);
    if (scenarioIds.length > 0) yield scenarioIds;
    await pace.rest();
  }
}
