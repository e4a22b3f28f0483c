import type { Output } from '../../../contract/api.ts';
import { Problem } from '../../../contract/problems.ts';
import type { Transaction } from '../../../storage/database.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import { holdScenariosAt, insertImported } from '../../../storage/outputs/imported-outputs.ts';
import { insertImport } from '../../../storage/outputs/output-imports.ts';
import type { Context } from '../../context.ts';
import { Pace } from '../../pace.ts';
import type { PlacedOutput } from './read-outputs.ts';

/** Far longer than writing takes: an import that is not shown by then never will be. */
const WRITING_LIMIT_MS = 60 * 60 * 1000;

/** As much as the embedded engine writes in a few milliseconds. */
const BATCH_OUTPUTS = 500;
const BATCH_CHARACTERS = 256 * 1024;

export interface ImportToWrite {
  readonly importId: string;
  readonly evaluation: Pick<HumanEvaluation, 'id' | 'standing'>;
  readonly rows: AsyncIterable<readonly PlacedOutput[]>;
}

/**
 * Writes outputs under an import that is not shown yet, a few at a time so that others can write in
 * between. Refuses those that must not change, and leaves out those that their scenario shows
 * already.
 */
export async function writeImport(
  context: Pick<Context, 'db' | 'now'>,
  { importId, evaluation, rows }: ImportToWrite,
): Promise<Pick<Output<'importOutputs'>, 'rows' | 'outputs'>> {
  const { db, now } = context;
  const { id: evaluationId, standing } = evaluation;
  const removableAt = now + WRITING_LIMIT_MS;
  await db.transaction((tx) =>
    insertImport(tx, standing.workspaceId, { id: importId, evaluationId, removableAt }),
  );
  const pace = new Pace();
  const counts = { rows: 0, outputs: 0 };
  for await (const batch of inBatches(rows)) {
    const write = { importId, evaluation, outputs: batch.flat(), now };
    counts.rows += batch.length;
    counts.outputs += await db.transaction((tx) => writeBatch(tx, write));
    await pace.rest();
  }
  return counts;
}

interface ImportBatch {
  readonly importId: string;
  readonly evaluation: Pick<HumanEvaluation, 'id' | 'standing'>;
  readonly outputs: readonly PlacedOutput[];
  readonly now: number;
}

async function writeBatch(
  tx: Transaction,
  { importId, evaluation, outputs, now }: ImportBatch,
): Promise<number> {
  const { workspaceId, userId } = evaluation.standing;
  const positions = [...new Set(outputs.map(({ position }) => position))];
  const places = { evaluationId: evaluation.id, positions };
  const scenarios = await holdScenariosAt(tx, workspaceId, places);
  const ids = new Map(scenarios.map(({ id, position }) => [position, id]));
  const placed = outputs.flatMap(({ position, ...output }) => {
    const scenarioId = ids.get(position);
    return scenarioId === undefined ? [] : [{ scenarioId, ...output }];
  });
  const batch = { importId, outputs: placed, writtenBy: userId, now };
  const written = await insertImported(tx, workspaceId, batch);
  // A judged scenario may get outputs that it does not have yet; those that it has must stay.
  const replaced = new Set(
    written.filter(({ isReplacing }) => isReplacing).map(({ scenarioId }) => scenarioId),
  );
  const judged = scenarios.filter(({ id, isJudged }) => isJudged && replaced.has(id));
  if (judged.length > 0) throw alreadyJudged(Math.min(...judged.map(({ position }) => position)));
  return written.length;
}

export function alreadyJudged(position: number): Problem {
  return new Problem(
    'already_judged',
    `Nothing was imported: scenario ${position + 1} has judgements, so its outputs cannot change.`,
  );
}

/** Batches of rows that are quick to write. */
async function* inBatches(
  rows: ImportToWrite['rows'],
): AsyncGenerator<(readonly PlacedOutput[])[]> {
  let batch: (readonly PlacedOutput[])[] = [];
  let [outputs, characters] = [0, 0];
  for await (const row of rows) {
    batch.push(row);
    outputs += row.length;
    for (const { output } of row) characters += output.length;
    if (outputs < BATCH_OUTPUTS && characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    [outputs, characters] = [0, 0];
  }
  if (batch.length > 0) yield batch;
}
