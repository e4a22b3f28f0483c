import { Problem } from '../../../contract/problems.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import {
  findDifferences,
  insertStagedOutputs,
  type PlacedOutput,
} from '../../../storage/outputs/imported-outputs.ts';
import { insertImport } from '../../../storage/outputs/output-imports.ts';
import type { Context } from '../../context.ts';
import { Pace } from '../../pace.ts';
import type { OutputRow } from './read-outputs.ts';

/** Far longer than staging takes: an import that was not taken over by then never will be. */
const STAGING_LIMIT_MS = 60 * 60 * 1000;

/** What the embedded engine writes in a few milliseconds. */
const BATCH_OUTPUTS = 500;
const BATCH_CHARACTERS = 256 * 1024;

export interface ImportToStage {
  readonly importId: string;
  readonly evaluation: HumanEvaluation;
  readonly rows: AsyncIterable<OutputRow>;
}

/**
 * Writes outputs under an import that nobody sees, a few at a time so that others can write in
 * between. Refuses those that must not change. Returns how many differ from what is there.
 */
export async function stageImport(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { importId, evaluation, rows }: ImportToStage,
): Promise<number> {
  const { id: evaluationId, standing } = evaluation;
  const { workspaceId, userId } = standing;
  const removableAt = now + STAGING_LIMIT_MS;
  await db.transaction((tx) =>
    insertImport(tx, workspaceId, { id: importId, evaluationId, removableAt }),
  );
  const pace = new Pace();
  let changed = 0;
  for await (const outputs of inBatches(rows)) {
    const batch = { evaluationId, outputs, writtenBy: userId };
    const differences = await findDifferences(db, workspaceId, batch);
    if (differences.judgedPosition !== null) throw alreadyJudged(differences.judgedPosition);
    changed += differences.changed;
    await pace.rest();
    const staged = { ...batch, importId, now };
    await db.transaction((tx) => insertStagedOutputs(tx, workspaceId, staged));
    await pace.rest();
  }
  return changed;
}

export function alreadyJudged(position: number): Problem {
  return new Problem(
    'already_judged',
    `Nothing was imported: somebody has judged scenario ${position + 1}, so its outputs cannot change any more.`,
  );
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
