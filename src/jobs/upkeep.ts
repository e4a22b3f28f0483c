import { removeQueue } from '../operations/evaluation-settings/remove-queue.ts';
import { removeUnpublishedEvaluation } from '../operations/human-evaluations/remove-unpublished-evaluation.ts';
import { removeUnpublished } from '../operations/testsets/remove-unpublished.ts';
import { deleteOldAttempts } from '../storage/attempts.ts';
import { deleteExpiredCredentials } from '../storage/credentials.ts';
import type { Db } from '../storage/database.ts';
import { findAbandonedEvaluation } from '../storage/evaluation-removal.ts';
import { deleteExpiredKeys } from '../storage/idempotency-keys.ts';
import { deleteExpiredInvitations } from '../storage/invitations.ts';
import { findRemovableQueue } from '../storage/queues.ts';
import { findAbandonedRevision } from '../storage/testset-changes.ts';

const HOUR_MS = 60 * 60 * 1000;

/**
 * Removes what has expired: credentials, invitations, idempotency records, counts of attempts, and
 * rows that belong to no test set or evaluation.
 */
export async function removeExpired(db: Db, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteExpiredKeys(tx, now);
    await deleteExpiredCredentials(tx, now);
    await deleteExpiredInvitations(tx, now);
    await deleteOldAttempts(tx, now - HOUR_MS);
  });
  await removeAbandonedRevisions(db, now - HOUR_MS);
  await removeAbandonedEvaluations(db, now - HOUR_MS);
  await removeUnusedQueues(db, now);
}

/** Rows of deleted test sets, and of imports that ended without an end; none takes an hour. */
async function removeAbandonedRevisions(db: Db, before: number): Promise<void> {
  for (;;) {
    const revision = await findAbandonedRevision(db, before);
    if (revision === undefined) return;
    await removeUnpublished(db, revision);
  }
}

/** Deleted evaluations, and those whose creation ended without an end. */
async function removeAbandonedEvaluations(db: Db, before: number): Promise<void> {
  for (;;) {
    const evaluation = await findAbandonedEvaluation(db, before);
    if (evaluation === undefined) return;
    await removeUnpublishedEvaluation(db, evaluation);
  }
}

/** Tasks of pairs that were given up for others, or never taken into use. */
async function removeUnusedQueues(db: Db, now: number): Promise<void> {
  for (;;) {
    const queue = await findRemovableQueue(db, now);
    if (queue === undefined) return;
    await removeQueue(db, queue);
  }
}

/** Runs `work` now and then until it is stopped; a failure is reported and tried again later. */
export function everyHour(
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): () => void {
  const timer = setInterval(() => {
    work().catch(onError);
  }, HOUR_MS).unref();
  return () => clearInterval(timer);
}
