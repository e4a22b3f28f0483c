import { Problem } from '../../../contract/problems.ts';
import { finishesByItself } from '../../../domain/evaluations/evaluation-status.ts';
import { notFound } from '../../../storage/callers.ts';
import type { Transaction } from '../../../storage/database.ts';
import {
  countIncomplete,
  type EvaluationState,
  lockEvaluation,
} from '../../../storage/evaluations/human-evaluation-changes.ts';
import type { JudgedEvaluation } from '../../../storage/judging/judges.ts';

/** More than there are connections: so many judgements cannot be under way at once. */
const LAST_SCENARIOS = 128;

/**
 * Keeps an evaluation open while something is written into it. Writers share it, as long as none of
 * them can be the one that changes its status: of the last judgements each has to see all others, or
 * no request would notice that everything is judged.
 */
export async function holdEvaluation(
  tx: Transaction,
  workspaceId: string,
  { evaluation, kind }: { evaluation: JudgedEvaluation; kind: 'adding' | 'withdrawing' },
): Promise<EvaluationState> {
  const { id, status } = evaluation;
  const mayShare =
    kind === 'adding' &&
    finishesByItself(status) &&
    (await countIncomplete(tx, workspaceId, { id, limit: LAST_SCENARIOS + 1 })) > LAST_SCENARIOS;
  if (!mayShare) return holdWholeEvaluation(tx, workspaceId, id);
  return known(await lockEvaluation(tx, workspaceId, { id, lock: 'share' }), id);
}

/** Locks an evaluation against all other writers. */
export async function holdWholeEvaluation(
  tx: Transaction,
  workspaceId: string,
  id: string,
): Promise<EvaluationState> {
  return known(await lockEvaluation(tx, workspaceId, { id, lock: 'exclusive' }), id);
}

function known(state: EvaluationState | undefined, id: string): EvaluationState {
  if (state === undefined) throw notFound('evaluation', { id, field: undefined });
  return state;
}

export function refuseClosed({ isClosed }: Pick<EvaluationState, 'isClosed'>): void {
  if (!isClosed) return;
  throw new Problem(
    'evaluation_closed',
    'The evaluation is closed: nothing is written into it any more. Ask its lead to reopen it.',
  );
}
