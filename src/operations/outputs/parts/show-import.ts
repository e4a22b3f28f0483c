import type { Output } from '../../../contract/api.ts';
import { Problem } from '../../../contract/problems.ts';
import { statusAfterWriting } from '../../../domain/evaluations/evaluation-status.ts';
import type { Queryable, Transaction } from '../../../storage/database.ts';
import { updateStatus } from '../../../storage/evaluations/human-evaluation-changes.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import { takeImportOver } from '../../../storage/outputs/output-imports.ts';
import { findJudgedDifference } from '../../../storage/outputs/staged-outputs.ts';
import { listStudyAnnotators } from '../../../storage/results/study-rows.ts';
import type { Context, Reply } from '../../context.ts';
import { isBlindFor } from '../../evaluations/parts/blindness.ts';
import { holdWholeEvaluation, refuseClosed } from '../../evaluations/parts/hold-evaluation.ts';
import { finishImportOf } from './apply-import.ts';
import { alreadyJudged } from './stage-import.ts';

export interface StagedImport {
  readonly importId: string;
  readonly evaluation: HumanEvaluation;
  /** What the caller is told about it. */
  readonly rows: number;
  readonly outputs: number;
  /** How often judgements had changed before the outputs were checked. */
  readonly judgements: number;
}

/** Another import is shown, of which something is left to do. */
class ImportInTheWay extends Error {}

/** Shows all outputs of a staged import at once, unless something forbids it or nothing would change. */
export async function showImport(
  context: Context,
  staged: StagedImport,
): Promise<Reply<Output<'importOutputs'>>> {
  const { rows, outputs, evaluation } = staged;
  for (;;) {
    try {
      return await context.transaction(async (tx) => {
        await show(context, tx, staged);
        return { body: { rows, outputs } };
      });
    } catch (error) {
      if (!(error instanceof ImportInTheWay)) throw error;
      await finishImportOf(context.db, evaluation);
    }
  }
}

async function show(
  context: Context,
  tx: Transaction,
  { importId, evaluation, outputs, judgements }: StagedImport,
): Promise<void> {
  const { id, standing } = evaluation;
  const { workspaceId } = standing;
  const state = await holdWholeEvaluation(tx, workspaceId, id);
  refuseClosed(state);
  if (outputs === 0) return;
  if (state.importId !== null) throw new ImportInTheWay();
  if (isBlindFor({ ...evaluation, settings: state.settings })) {
    throw context.gate.refusal('edit_evaluation');
  }
  const place = { evaluationId: id, importId };
  // Only a judgement can have made a scenario judged that was not when it was staged.
  if ((await countJudgementChanges(tx, workspaceId, id)) !== judgements) {
    const position = await findJudgedDifference(tx, workspaceId, place);
    if (position !== undefined) throw alreadyJudged(position);
  }
  if (!(await takeImportOver(tx, workspaceId, place))) {
    throw new Problem(
      'unavailable',
      'Writing the outputs took too long, and nothing was imported: send the file again.',
    );
  }
  const status = statusAfterWriting(state.status);
  if (status === undefined) return;
  await updateStatus(tx, workspaceId, { id, status, setBy: 'server', now: context.now });
}

/** How often judgements of an evaluation were made, changed or withdrawn. */
export async function countJudgementChanges(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<number> {
  const annotators = await listStudyAnnotators(db, workspaceId, evaluationId);
  return annotators.reduce((sum, { judgement_changes }) => sum + judgement_changes, 0);
}
