import type { Transaction } from '../../../storage/database.ts';
import type { QueueCursor } from '../../../storage/evaluations/evaluation-annotators.ts';
import {
  type ClaimedTask,
  claimScenario,
  findLookEnd,
  QUEUE_END,
  QUEUE_START,
} from '../../../storage/judging/task-claims.ts';

/**
 * Ranks behind their place that annotators look at again: a scenario that was busy for a moment is
 * handed to them with their next task, not after all others.
 */
const LOOK_BACK = 64;

interface Seeker {
  readonly workspaceId: string;
  readonly queueId: string;
  readonly annotatorId: string;
}

export interface ClaimedScenario {
  /** Empty if nothing is left for the annotator. */
  readonly tasks: readonly ClaimedTask[];
  readonly cursor: QueueCursor;
}

/** Where the annotator's walk along the queue resumes. */
export function resumeWalk(
  cursor: QueueCursor,
  { queueId, returns }: { queueId: string; returns: number },
): QueueCursor {
  if (cursor.queueId !== queueId) {
    return { queueId, place: QUEUE_START, swept: QUEUE_START, returns };
  }
  return cursor.returns === returns ? cursor : { ...cursor, swept: QUEUE_START, returns };
}

/** The rank after which something may be free for the annotator. */
export function frontOf({ place, swept }: QueueCursor): number {
  return place === QUEUE_END ? swept : Math.min(swept, place - LOOK_BACK);
}

/**
 * Claims the first scenario in the evaluation's order that has a place for the annotator. Tasks
 * that were returned behind their place are searched a few at a time, so that no request walks
 * along everything they have judged. Nothing counts as left only after a walk that waits for locked
 * tasks.
 */
export async function claimNext(
  tx: Transaction,
  seeker: Seeker,
  cursor: QueueCursor,
): Promise<ClaimedScenario> {
  if (cursor.swept === QUEUE_END) return { tasks: [], cursor };
  if (isSwept(cursor)) return claimAhead(tx, seeker, cursor);
  const { workspaceId, ...queue } = seeker;
  const span = { ...queue, after: cursor.swept, to: cursor.place };
  const to = await findLookEnd(tx, workspaceId, span);
  const search = { ...span, to, busyScenarios: 'passed over' } as const;
  const tasks = await claimScenario(tx, workspaceId, search);
  const [first] = tasks;
  if (first !== undefined) return { tasks, cursor: { ...cursor, swept: first.rank } };
  return claimAhead(tx, seeker, { ...cursor, swept: to });
}

async function claimAhead(
  tx: Transaction,
  { workspaceId, ...queue }: Seeker,
  cursor: QueueCursor,
): Promise<ClaimedScenario> {
  const span = { ...queue, after: frontOf({ ...cursor, swept: cursor.place }), to: QUEUE_END };
  const next = await claimScenario(tx, workspaceId, { ...span, busyScenarios: 'passed over' });
  const [first] = next;
  if (first !== undefined) {
    const place = Math.max(cursor.place, first.rank);
    return {
      tasks: next,
      cursor: { ...cursor, place, swept: isSwept(cursor) ? place : cursor.swept },
    };
  }
  const all = { ...queue, after: QUEUE_START, to: QUEUE_END };
  const left = await claimScenario(tx, workspaceId, { ...all, busyScenarios: 'waited for' });
  if (left.length > 0) return { tasks: left, cursor };
  return { tasks: [], cursor: { ...cursor, place: QUEUE_END, swept: QUEUE_END } };
}

function isSwept({ place, swept }: QueueCursor): boolean {
  return place !== QUEUE_END && swept >= place - LOOK_BACK;
}
