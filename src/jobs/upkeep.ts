import { randomUUIDv7 } from 'node:crypto';
import { deleteOldEvaluations } from '../operations/evaluations/parts/delete-old-evaluations.ts';
import { removeQueue } from '../operations/evaluations/parts/remove-queue.ts';
import { removeUnpublishedEvaluation } from '../operations/evaluations/parts/remove-unpublished-evaluation.ts';
import { sealAuditTrails } from '../operations/identity/parts/audit-chain.ts';
import { cutAuditTrails } from '../operations/identity/parts/cut-audit-trails.ts';
import { endPreparations } from '../operations/outputs/parts/end-preparations.ts';
import { removeImport } from '../operations/outputs/parts/remove-import.ts';
import { settleImport } from '../operations/outputs/parts/settle-import.ts';
import { Pace } from '../operations/pace.ts';
import { removeUnpublished } from '../operations/testsets/parts/remove-unpublished.ts';
import type { Db } from '../storage/database.ts';
import { readDatabaseClock } from '../storage/database-clock.ts';
import { findAbandonedEvaluation } from '../storage/evaluations/evaluation-removal.ts';
import { findRemovableQueue } from '../storage/evaluations/queues.ts';
import { giveSomeSpaceBack } from '../storage/give-space-back.ts';
import { deleteExpiredKeys } from '../storage/idempotency-keys.ts';
import { deleteOldAttempts } from '../storage/identity/attempts.ts';
import { deleteExpiredCredentials } from '../storage/identity/credentials.ts';
import { deleteExpiredInvitations } from '../storage/identity/invitations.ts';
import { deleteExpiredPasswordResets } from '../storage/identity/password-resets.ts';
import { claimUpkeep, noteLeap } from '../storage/instance-settings.ts';
import { findRemovableImport, listUnsettledImports } from '../storage/outputs/output-imports.ts';
import { findAbandonedRevision } from '../storage/testsets/testset-changes.ts';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export interface UpkeepOptions {
  readonly openDb: () => Db;
  readonly clock: () => number;
  readonly onEnd: (job: UpkeepJob, outcome: 'done' | 'failed') => void;
  readonly onError: (error: unknown) => void;
}

/** Upkeep removes expired rows once an hour and does its other jobs every minute. */
type UpkeepJob = 'imports' | 'preparations' | 'seals' | 'expired';

/** Runs until it is stopped; a failed job is reported and tried again later. */
export function startUpkeep({ openDb, clock, onEnd, onError }: UpkeepOptions): () => void {
  let isStopped = false;
  const underWay = new Set<UpkeepJob>();
  const attempt = (job: UpkeepJob, run: () => Promise<void>) => () => {
    // A job that takes longer than a minute would get slower if it were started again.
    if (underWay.has(job)) return;
    underWay.add(job);
    run()
      .then(
        () => onEnd(job, 'done'),
        (error: unknown) => {
          // The service stops, so its database was closed during the job.
          if (isStopped) return;
          onEnd(job, 'failed');
          onError(error);
        },
      )
      .finally(() => underWay.delete(job));
  };
  const settle = attempt('imports', () => settleImports(openDb()));
  const endAbandoned = attempt('preparations', () => endPreparations(openDb(), 'abandoned'));
  const seal = attempt('seals', () => sealAuditTrails(openDb()));
  const remove = attempt('expired', () => removeWhenDue(openDb(), clock()));
  const jobs = [settle, endAbandoned, seal, remove];
  for (const job of jobs) job();
  const timers = jobs.map((job) => setInterval(job, MINUTE_MS).unref());
  return () => {
    isStopped = true;
    for (const timer of timers) clearInterval(timer);
  };
}

/** Runs every upkeep job once, in order. Removes nothing if the clock has jumped ahead. */
export async function upkeepNow(db: Db): Promise<'removed' | 'put off'> {
  await settleImports(db);
  await endPreparations(db, 'abandoned');
  await sealAuditTrails(db);
  const now = await readDatabaseClock(db);
  const hasLeapt = await db.transaction((tx) => noteLeap(tx, { now, since: now - DAY_MS }));
  if (hasLeapt) return 'put off';
  await removeExpired(db, now);
  return 'removed';
}

/** Continues imports that a process left unfinished or is still working on. */
async function settleImports(db: Db): Promise<void> {
  for (const shown of await listUnsettledImports(db)) await settleImport(db, shown);
}

/**
 * Removes expired rows once an hour, in the first process that asks. The time of the last removal
 * is in the database, so processes that restart more often than hourly get their turn too. A clock
 * that jumped ahead by a day or more is distrusted for a day, so that it can be corrected: by a
 * wrong clock, everything with a retention period would be too old.
 */
async function removeWhenDue(db: Db, now: number): Promise<void> {
  const isDue = await db.transaction(async (tx) => {
    const hasLeapt = await noteLeap(tx, { now, since: now - DAY_MS });
    return (await claimUpkeep(tx, { now, before: now - HOUR_MS })) && !hasLeapt;
  });
  if (isDue) await removeExpired(db, now);
}

/**
 * Removes what has expired: credentials, invitations, idempotency records, counts of attempts, data
 * beyond a workspace's retention period, and rows that belong to no test set or evaluation.
 */
export async function removeExpired(db: Db, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteExpiredKeys(tx, now);
    await deleteExpiredCredentials(tx, now);
    await deleteExpiredPasswordResets(tx, now);
    await deleteExpiredInvitations(tx, now);
    await deleteOldAttempts(tx, now - HOUR_MS);
  });
  await cutAuditTrails(db, { now, newId: randomUUIDv7 });
  await deleteOldEvaluations(db, { now, newId: randomUUIDv7 });
  await removeAbandonedRevisions(db, now - HOUR_MS);
  await removeAbandonedEvaluations(db, now - HOUR_MS);
  await removeUnusedQueues(db, now);
  await removeUnusedImports(db, now);
  await giveSpaceBack(db);
}

/** Rows of deleted test sets, and of interrupted imports: no import takes an hour. */
async function removeAbandonedRevisions(db: Db, before: number): Promise<void> {
  for (;;) {
    const revision = await findAbandonedRevision(db, before);
    if (revision === undefined) return;
    await removeUnpublished(db, revision);
  }
}

/** Deleted evaluations, and those whose creation was interrupted. */
async function removeAbandonedEvaluations(db: Db, before: number): Promise<void> {
  for (;;) {
    const evaluation = await findAbandonedEvaluation(db, before);
    if (evaluation === undefined) return;
    await removeUnpublishedEvaluation(db, evaluation);
  }
}

/** Queues of tasks that were replaced or never used. */
async function removeUnusedQueues(db: Db, now: number): Promise<void> {
  for (;;) {
    const queue = await findRemovableQueue(db, now);
    if (queue === undefined) return;
    await removeQueue(db, queue);
  }
}

/** Imported outputs that were written but never shown. */
async function removeUnusedImports(db: Db, now: number): Promise<void> {
  for (;;) {
    const unused = await findRemovableImport(db, now);
    if (unused === undefined) return;
    await removeImport(db, unused);
  }
}

/** In steps, so that requests are served in between. */
async function giveSpaceBack(db: Db): Promise<void> {
  const pace = new Pace();
  while (await giveSomeSpaceBack(db)) await pace.rest();
}
