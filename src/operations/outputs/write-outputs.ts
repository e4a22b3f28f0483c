import { Problem } from '../../contract/problems.ts';
import { statusAfterWriting } from '../../domain/evaluations/evaluation-status.ts';
import { expireLeasesOfScenarios } from '../../storage/assignment-changes.ts';
import type { Transaction } from '../../storage/database.ts';
import { type EvaluationState, updateStatus } from '../../storage/human-evaluation-changes.ts';
import type { HumanEvaluation } from '../../storage/human-evaluations.ts';
import {
  changeTextsOf,
  hasOutputsOfOthers,
  type PlacedOutput,
  upsertOutputs,
} from '../../storage/imported-outputs.ts';
import { markScenariosReady } from '../../storage/queues.ts';
import { noteReturn } from '../../storage/tasks.ts';
import type { Context } from '../context.ts';
import { isBlindFor } from '../human-evaluations/blindness.ts';
import { returnTasks } from '../judging/return-expired.ts';
import { Pace } from '../pace.ts';
import type { OutputRow } from './read-outputs.ts';

/** What the embedded engine writes in a few milliseconds. */
const BATCH_OUTPUTS = 500;
const BATCH_CHARACTERS = 256 * 1024;

export interface OutputsToWrite {
  readonly evaluation: HumanEvaluation;
  /** The evaluation is locked: nobody else writes outputs or judgements meanwhile. */
  readonly state: EvaluationState;
  readonly rows: AsyncIterable<OutputRow>;
}

/**
 * Writes outputs, all or none. Texts that change are taken from whoever holds them, as if each had
 * been sent by itself. Returns how many changed.
 */
export async function writeOutputs(
  context: Context,
  tx: Transaction,
  { evaluation, state, rows }: OutputsToWrite,
): Promise<number> {
  const { workspaceId } = evaluation.standing;
  const pace = new Pace();
  let written = 0;
  for await (const outputs of inBatches(rows)) {
    written += await writeBatch(context, tx, { evaluation, outputs });
    await pace.rest();
  }
  if (written === 0) return 0;
  await noteReturn(tx, workspaceId, evaluation.id);
  const status = statusAfterWriting(state.status);
  if (status !== undefined) {
    const change = { id: evaluation.id, status, setBy: 'server', now: context.now } as const;
    await updateStatus(tx, workspaceId, change);
  }
  return written;
}

/** Whole rows, as many as are quickly written. */
async function* inBatches(rows: AsyncIterable<OutputRow>): AsyncGenerator<readonly PlacedOutput[]> {
  let batch: PlacedOutput[] = [];
  let characters = 0;
  for await (const { outputs } of rows) {
    batch.push(...outputs);
    for (const { output } of outputs) characters += output.length;
    if (batch.length < BATCH_OUTPUTS && characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

async function writeBatch(
  context: Context,
  tx: Transaction,
  { evaluation, outputs }: { evaluation: HumanEvaluation; outputs: readonly PlacedOutput[] },
): Promise<number> {
  const { workspaceId, userId } = evaluation.standing;
  const evaluationId = evaluation.id;
  const batch = { evaluationId, outputs, writtenBy: userId };
  // Who judges blind could find out whose output is whose by sending what they read.
  if (isBlindFor(evaluation) && (await hasOutputsOfOthers(tx, workspaceId, batch))) {
    throw context.gate.refusal('edit_evaluation');
  }
  const changed = await upsertOutputs(tx, workspaceId, { ...batch, now: context.now });
  const scenarioIds = [...new Set(changed)];
  const [judged] = await changeTextsOf(tx, workspaceId, scenarioIds);
  if (judged !== undefined) throw alreadyJudged(judged);
  const taskIds = await expireLeasesOfScenarios(tx, workspaceId, { evaluationId, scenarioIds });
  await returnTasks(tx, workspaceId, { evaluationId, taskIds });
  await markScenariosReady(tx, workspaceId, scenarioIds);
  return changed.length;
}

function alreadyJudged(position: number): Problem {
  return new Problem(
    'already_judged',
    `Nothing was imported: somebody has judged scenario ${position + 1}, so its outputs cannot change any more.`,
  );
}
