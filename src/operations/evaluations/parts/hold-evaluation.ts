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
import { refuseArchived } from './edit-human-evaluation.ts';

/** More than the connections, so more than the judgements that can be under way at once. */
const LAST_SCENARIOS = 128;

/**
 * Keeps an evaluation open while something is written into it. Writers share the lock unless one of
 * them could change the status: each of the last judgements must see all others, or no request
 * would notice that everything is judged.
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
  return requireState(await lockEvaluation(tx, workspaceId, { id, lock: 'share' }), id);
}

/** Locks an evaluation against all other writers. */
export async function holdWholeEvaluation(
  tx: Transaction,
  workspaceId: string,
  id: string,
): Promise<EvaluationState> {
  return requireState(await lockEvaluation(tx, workspaceId, { id, lock: 'exclusive' }), id);
}

function requireState(state: EvaluationState | undefined, id: string): EvaluationState {
  if (state === undefined) throw notFound('evaluation', { id, field: undefined });
  return state;
}

export function refuseClosed(state: Pick<EvaluationState, 'isClosed' | 'archivedAt'>): void {
  refuseArchived(state);
  if (!state.isClosed) return;
  throw new Problem(
    'evaluation_closed',
    'The evaluation is closed: nothing is written into it any more. Ask an editor to reopen it.',
  );
}
