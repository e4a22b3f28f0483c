import type { Output } from '../../contract/api.ts';
import { OutputUploadFields } from '../../contract/outputs/generation.ts';
import { formatOfName } from '../../contract/testsets/format-of-rows.ts';
import { parseId, referenceInPath } from '../../domain/ids.ts';
import type { Queryable } from '../../storage/database.ts';
import {
  getHumanEvaluation,
  type HumanEvaluation,
} from '../../storage/evaluations/human-evaluations.ts';
import { listPositions } from '../../storage/outputs/imported-outputs.ts';
import type { Admission, Context, Operation, Reply } from '../context.ts';
import { isBlindFor } from '../evaluations/parts/blindness.ts';
import { refuseClosed } from '../evaluations/parts/hold-evaluation.ts';
import { readFileFields } from '../testsets/parts/read-file-fields.ts';
import { type OutputFile, readOutputs } from './parts/read-outputs.ts';
import { removeImport } from './parts/remove-import.ts';
import { settleImport } from './parts/settle-import.ts';
import { findImportBasis, ImportOvertaken, showImport } from './parts/show-import.ts';
import { writeImport } from './parts/write-import.ts';

/** Refuses before the upload unless the evaluation exists and the caller may import into it. */
export const admitToImportOutputs: Admission<'importOutputs'> = async (context, { parameters }) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const evaluation = await getHumanEvaluation(context.db, context.caller, reference);
  permitImport(context, evaluation);
};

/** Outputs are named by their variants, which blind callers must not know. */
function permitImport({ gate }: Context, evaluation: HumanEvaluation): void {
  gate.permit(evaluation.standing);
  if (isBlindFor(evaluation)) throw gate.refusal('edit_evaluation');
}

/**
 * Imports outputs from a file: all of it is checked and written unseen, then one short transaction
 * shows it. The work that follows from that survives a crash.
 */
export const importOutputs: Operation<'importOutputs'> = async (
  context,
  { parameters, upload },
) => {
  const fields = readFileFields<OutputUploadFields>(OutputUploadFields, upload);
  const reference = referenceInPath(parameters.evaluation_id);
  const evaluation = await getHumanEvaluation(context.db, context.caller, reference);
  permitImport(context, evaluation);
  refuseClosed({ ...evaluation, isClosed: evaluation.closedAt !== null });
  const file: OutputFile = {
    upload,
    evaluation,
    format: formatOfName(upload.fileName ?? '') ?? 'CSV',
    delimiter: fields.delimiter,
    findPosition: positionFinder(context.db, evaluation),
  };
  for (;;) {
    const reply = await importFile(context, file);
    if (reply !== 'overtaken') return reply;
  }
};

/** `'overtaken'` if another file was shown first: this one must be compared and written again. */
async function importFile(
  context: Context,
  file: OutputFile,
): Promise<Reply<Output<'importOutputs'>> | 'overtaken'> {
  const { evaluation } = file;
  const { id: evaluationId, scenarioCount, standing } = evaluation;
  const { workspaceId } = standing;
  const importId = context.newId();
  const written = { workspaceId, evaluationId, importId, scenarioCount };
  try {
    const basis = await findImportBasis(context.db, workspaceId, evaluationId);
    const leftOut = new Set<string>();
    const rows = readOutputs(file, leftOut);
    const counts = await writeImport(context, { importId, evaluation, rows });
    const report = { ...counts, left_out: [...leftOut] };
    const reply = await showImport(context, { evaluation, importId, report, basis });
    context.announce(evaluationId);
    // If this fails, the upkeep finishes it; the import itself is done.
    const finish = counts.outputs === 0 ? removeImport : settleImport;
    await finish(context.db, written).catch(() => undefined);
    context.announce(evaluationId);
    return reply;
  } catch (error) {
    // If this fails too, the upkeep removes it later; the caller gets the first error.
    await removeImport(context.db, written).catch(() => undefined);
    if (error instanceof ImportOvertaken) return 'overtaken';
    throw error;
  }
}

const POSITIONS_AT_ONCE = 2_000;

/** Lists all scenarios once, if the file names any. */
function positionFinder(db: Queryable, evaluation: HumanEvaluation): OutputFile['findPosition'] {
  const { workspaceId } = evaluation.standing;
  const evaluationId = evaluation.id;
  const list = async () => {
    const positions = new Map<string, number>();
    while (positions.size < evaluation.scenarioCount) {
      const range = { evaluationId, afterPosition: positions.size - 1, limit: POSITIONS_AT_ONCE };
      const batch = await listPositions(db, workspaceId, range);
      if (batch.length === 0) break;
      for (const { id, position } of batch) positions.set(id, position);
    }
    return positions;
  };
  let positions: Promise<ReadonlyMap<string, number>> | undefined;
  return async (text) => {
    positions ??= list();
    return (await positions).get(parseId(text) ?? '');
  };
}
