import type { Output } from '../../../contract/api.ts';
import { Problem } from '../../../contract/problems.ts';
import { statusAfterWriting } from '../../../domain/evaluations/evaluation-status.ts';
import type { Queryable, Transaction } from '../../../storage/database.ts';
import { updateStatus } from '../../../storage/evaluations/human-evaluation-changes.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import { findJudgedScenario } from '../../../storage/outputs/import-scenarios.ts';
import { findLastNumber, numberImport } from '../../../storage/outputs/output-imports.ts';
import { listStudyAnnotators } from '../../../storage/results/study-rows.ts';
import type { Context, Reply } from '../../context.ts';
import { isBlindFor } from '../../evaluations/parts/blindness.ts';
import { holdWholeEvaluation, refuseClosed } from '../../evaluations/parts/hold-evaluation.ts';
import { alreadyJudged } from './write-import.ts';

export interface WrittenImport {
  readonly importId: string;
  readonly evaluation: HumanEvaluation;
  /** The answer. */
  readonly report: Output<'importOutputs'>;
  readonly basis: ImportBasis;
}

/** The state that the outputs of an import were compared with when they were written. */
export interface ImportBasis {
  /** How often judgements of the evaluation were made, changed or withdrawn. */
  readonly judgements: number;
  /** The number of the import that was shown last. */
  readonly number: number;
}

export async function findImportBasis(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<ImportBasis> {
  const annotators = await listStudyAnnotators(db, workspaceId, evaluationId);
  return {
    judgements: annotators.reduce((sum, { judgementChanges }) => sum + judgementChanges, 0),
    number: await findLastNumber(db, workspaceId, evaluationId),
  };
}

/** Another import was shown meanwhile: outputs that were left out as equal may differ now. */
export class ImportOvertaken extends Error {}

/** Shows all outputs of an import at once, unless something forbids it or nothing would change. */
export async function showImport(
  context: Context,
  written: WrittenImport,
): Promise<Reply<Output<'importOutputs'>>> {
  return context.transaction(async (tx) => {
    await show(context, tx, written);
    return { body: written.report };
  });
}

async function show(
  context: Context,
  tx: Transaction,
  { importId, evaluation, report, basis }: WrittenImport,
): Promise<void> {
  const { id, standing } = evaluation;
  const { workspaceId } = standing;
  const state = await holdWholeEvaluation(tx, workspaceId, id);
  refuseClosed(state);
  const current = await findImportBasis(tx, workspaceId, id);
  if (current.number !== basis.number) throw new ImportOvertaken();
  if (report.outputs === 0) return;
  if (isBlindFor({ ...evaluation, settings: state.settings })) {
    throw context.gate.refusal('edit_evaluation');
  }
  // Without another judgement, no scenario can have become judged since its outputs were written.
  if (current.judgements !== basis.judgements) {
    const position = await findJudgedScenario(tx, workspaceId, { evaluationId: id, importId });
    if (position !== undefined) throw alreadyJudged(position);
  }
  if (!(await numberImport(tx, workspaceId, { importId, number: current.number + 1 }))) {
    throw new Problem(
      'unavailable',
      'Writing the outputs took too long, and nothing was imported: send the file again.',
    );
  }
  const status = statusAfterWriting(state.status);
  if (status === undefined) return;
  await updateStatus(tx, workspaceId, { id, status, setBy: 'server', now: context.now });
}
