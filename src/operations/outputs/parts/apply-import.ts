import type { Db, Transaction } from '../../../storage/database.ts';
import {
  type EvaluationState,
  lockEvaluation,
} from '../../../storage/evaluations/human-evaluation-changes.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import { markScenariosReady } from '../../../storage/evaluations/queues.ts';
import { changeTextsOf, holdOutputs } from '../../../storage/evaluations/scenario-changes.ts';
import { noteReturn } from '../../../storage/evaluations/tasks.ts';
import { expireLeasesOfScenarios } from '../../../storage/judging/assignment-changes.ts';
import {
  deleteImport,
  type FoundImport,
  findShownImport,
  type ImportPlace,
} from '../../../storage/outputs/output-imports.ts';
import { moveStaged } from '../../../storage/outputs/staged-outputs.ts';
import { returnTasks } from '../../evaluations/parts/return-expired.ts';
import { writeTasks } from '../../evaluations/parts/write-tasks.ts';
import { stagedBatches } from './staged-batches.ts';

/**
 * Moves what a shown import holds to where outputs belong, a few scenarios at a time so that others
 * can write in between. Any number of processes may do so at once, and whoever writes to a scenario
 * goes ahead with it. Whoever waits for the whole may have something to do `besides` in each part.
 */
export async function finishImport(
  db: Db,
  shown: FoundImport,
  besides: (tx: Transaction) => Promise<void> = async () => undefined,
): Promise<void> {
  const { workspaceId, evaluationId, importId } = shown;
  for await (const scenarioIds of stagedBatches(db, shown)) {
    await db.transaction(async (tx) => {
      const lock = { id: evaluationId, lock: 'exclusive' } as const;
      const state = await lockEvaluation(tx, workspaceId, lock);
      await besides(tx);
      if (state?.importId !== importId) return;
      await applyImport(tx, workspaceId, { evaluationId, importId, scenarioIds });
    });
  }
  await db.transaction((tx) => deleteImport(tx, workspaceId, { evaluationId, importId }));
}

/** Finishes the import that an evaluation shows, if there is one. */
export async function finishImportOf(
  db: Db,
  { id, standing }: Pick<HumanEvaluation, 'id' | 'standing'>,
  besides?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const shown = await findShownImport(db, standing.workspaceId, id);
  if (shown !== undefined) await finishImport(db, shown, besides);
}

/** Brings one scenario of an evaluation that is held up to date, before something is written to it. */
export async function applyImportTo(
  tx: Transaction,
  workspaceId: string,
  { state, evaluationId, scenarioId }: ScenarioOfHeld,
): Promise<void> {
  const { importId } = state;
  if (importId === null) return;
  await applyImport(tx, workspaceId, { evaluationId, importId, scenarioIds: [scenarioId] });
}

interface ScenarioOfHeld {
  readonly state: Pick<EvaluationState, 'importId'>;
  readonly evaluationId: string;
  readonly scenarioId: string;
}

/**
 * Texts that change are taken from whoever holds them, as if each had been sent by itself. Statements
 * that do not need each other's answers are sent together, and run in this order.
 */
async function applyImport(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, importId, ...asked }: ImportPlace & { readonly scenarioIds: readonly string[] },
): Promise<void> {
  const [, scenarioIds] = await Promise.all([
    holdOutputs(tx, workspaceId, asked.scenarioIds),
    moveStaged(tx, workspaceId, { importId, ...asked }),
  ]);
  if (scenarioIds.length === 0) return;
  await writeTasks(tx, workspaceId, { evaluationId, scenarioIds });
  const [, taskIds] = await Promise.all([
    changeTextsOf(tx, workspaceId, scenarioIds),
    expireLeasesOfScenarios(tx, workspaceId, { evaluationId, scenarioIds }),
    markScenariosReady(tx, workspaceId, scenarioIds),
  ]);
  await returnTasks(tx, workspaceId, { evaluationId, taskIds });
  await noteReturn(tx, workspaceId, evaluationId);
}
