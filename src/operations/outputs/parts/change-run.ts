import type { Generation } from '../../../contract/outputs/generation.ts';
import { Problem } from '../../../contract/problems.ts';
import { referenceInPath } from '../../../domain/ids.ts';
import type { Transaction } from '../../../storage/database.ts';
import type { EvaluationState } from '../../../storage/evaluations/human-evaluation-changes.ts';
import { findRun, type RunStatus } from '../../../storage/outputs/generation-runs.ts';
import type { Context, Reply } from '../../context.ts';
import { lockForEditing } from '../../evaluations/parts/edit-human-evaluation.ts';
import { loadGeneration } from './load-generation.ts';

interface LockedRun {
  readonly tx: Transaction;
  readonly workspaceId: string;
  readonly evaluationId: string;
  readonly state: EvaluationState;
  readonly status: RunStatus;
}

export interface RunChange {
  readonly evaluationId: string;
  /** The statuses that allow the change; those in `already` are the result of it. */
  readonly from: readonly RunStatus[];
  readonly already: readonly RunStatus[];
  readonly change: (run: LockedRun) => Promise<void>;
}

/** Changes the run of an evaluation under its lock. Repeating is no error. */
export async function changeRun(
  context: Context,
  { evaluationId: sent, from, already, change }: RunChange,
): Promise<Reply<Generation>> {
  const reference = referenceInPath(sent);
  const reply = await context.transaction(async (tx) => {
    const { evaluation, state } = await lockForEditing(context, tx, reference);
    const { workspaceId } = evaluation.standing;
    const evaluationId = evaluation.id;
    const run = await findRun(tx, workspaceId, { evaluationId, lock: 'exclusive' });
    if (run === undefined || ![...from, ...already].includes(run.status)) throw refusal(run, from);
    if (from.includes(run.status)) {
      await change({ tx, workspaceId, evaluationId, state, status: run.status });
    }
    return { body: await loadGeneration(tx, evaluation, context.now) };
  });
  if (reference.id !== undefined) context.announce(reference.id);
  context.wakeRunner('change');
  return reply;
}

function refusal(run: { status: RunStatus } | undefined, from: readonly RunStatus[]): Problem {
  const status = run?.status ?? 'none';
  return new Problem(
    'invalid_transition',
    run === undefined
      ? 'This evaluation has no run: start one first.'
      : `The run is ${status}; this can be done while it is ${from.join(' or ')}.`,
    { members: { current: status, allowed: from } },
  );
}
