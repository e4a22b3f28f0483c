import { removeQueue } from '../operations/evaluations/parts/remove-queue.ts';
import { removeUnpublishedEvaluation } from '../operations/evaluations/parts/remove-unpublished-evaluation.ts';
import { endPreparations } from '../operations/outputs/parts/end-preparations.ts';
import { removeImport } from '../operations/outputs/parts/remove-import.ts';
import { settleImport } from '../operations/outputs/parts/settle-import.ts';
import { removeUnpublished } from '../operations/testsets/parts/remove-unpublished.ts';
import type { Db } from '../storage/database.ts';
import { findAbandonedEvaluation } from '../storage/evaluations/evaluation-removal.ts';
import { findRemovableQueue } from '../storage/evaluations/queues.ts';
import { deleteExpiredKeys } from '../storage/idempotency-keys.ts';
import { deleteOldAttempts } from '../storage/identity/attempts.ts';
import { deleteExpiredCredentials } from '../storage/identity/credentials.ts';
import { deleteExpiredInvitations } from '../storage/identity/invitations.ts';
import { findRemovableImport, listUnsettledImports } from '../storage/outputs/output-imports.ts';
import { findAbandonedRevision } from '../storage/testsets/testset-changes.ts';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;

export interface UpkeepOptions {
  readonly openDb: () => Db;
  readonly clock: () => number;
  readonly onError: (error: unknown) => void;
}

/** Goes on until it is stopped; a failure is reported, and what failed tried again later. */
export function startUpkeep({ openDb, clock, onError }: UpkeepOptions): () => void {
  let isStopped = false;
  const attempt = (work: () => Promise<void>) => () => {
    work().catch((error: unknown) => {
      // The database was closed under it, which is how it ends.
      if (!isStopped) onError(error);
    });
  };
  const settle = attempt(() => settleImports(openDb()));
  const endAbandoned = attempt(() => endPreparations(openDb(), 'abandoned'));
  const remove = attempt(() => removeExpired(openDb(), clock()));
  settle();
  endAbandoned();
  const timers = [
    setInterval(settle, MINUTE_MS).unref(),
    setInterval(endAbandoned, MINUTE_MS).unref(),
    setInterval(remove, HOUR_MS).unref(),
  ];
  return () => {
    isStopped = true;
    for (const timer of timers) clearInterval(timer);
  };
}

/** Goes on with imports that a process left unfinished, or is still at work on. */
async function settleImports(db: Db): Promise<void> {
  for (const shown of await listUnsettledImports(db)) await settleImport(db, shown);
}

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
  await removeUnusedImports(db, now);
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

/** Outputs that were written, and then not shown. */
async function removeUnusedImports(db: Db, now: number): Promise<void> {
  for (;;) {
    const unused = await findRemovableImport(db, now);
    if (unused === undefined) return;
    await removeImport(db, unused);
  }
}
