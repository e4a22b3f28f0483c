import type { AssignmentStatus } from '../../contract/judging/assignments.ts';
import { findRow, type Transaction } from '../database.ts';
import { textsVersion } from '../evaluations/texts-version.ts';
import { inList } from '../in-list.ts';
import { type EngineKind, statement, withClock, withLock } from '../statement.ts';
import { asWord, workspaceWriter, writer } from '../writers.ts';
import { isOfAnnotator } from './annotator-of-task.ts';

const LIST_EXPIRED = `SELECT x.id FROM assignments x
     WHERE x.workspace_id = $1 AND x.evaluation_id = $2 AND x.status = 'open'`;

const EXPIRE = (isExpired: string) =>
  `UPDATE assignments SET status = 'expired' WHERE workspace_id = $1 AND id ${isExpired}
   RETURNING task_id`;

/** PostgreSQL gets an array: it may run a subquery again for every assignment. */
const expire = (
  expired: Readonly<Record<EngineKind, string>>,
  lock: 'FOR UPDATE' | 'FOR UPDATE SKIP LOCKED',
) =>
  statement(
    {
      sqlite: EXPIRE(`IN (${expired.sqlite})`),
      postgres: EXPIRE(`= ANY(ARRAY(${expired.postgres} ${lock}))`),
    },
    { taskId: 'text' },
  );

const EXPIRE_LEASES = expire(
  withClock((now) => `${LIST_EXPIRED} AND x.lease_until < ${now} LIMIT 50`),
  'FOR UPDATE SKIP LOCKED',
);

/** Every open assignment has a lease; with the condition SQLite reads the index of leases alone. */
const LIST_LEASED = `${LIST_EXPIRED} AND x.lease_until > 0`;

const OF_SCENARIO = `${LIST_LEASED} AND x.scenario_id = $3`;
const EXPIRE_SCENARIO = expire({ sqlite: OF_SCENARIO, postgres: OF_SCENARIO }, 'FOR UPDATE');

const EXPIRE_OUTDATED = expire(
  inList(
    { column: 'x.scenario_id', parameter: '$3', type: 'uuid' },
    (isListed) => `${LIST_LEASED} AND ${isListed} AND x.texts_version <> (
       SELECT ${textsVersion('s')} FROM scenarios s
       WHERE s.workspace_id = $1 AND s.id = x.scenario_id)`,
  ),
  'FOR UPDATE',
);

const OWN_OUTDATED = `${LIST_LEASED} AND x.annotator_id = $3 AND x.texts_version <> (
       SELECT ${textsVersion('s')} FROM scenarios s
       WHERE s.workspace_id = $1 AND s.id = x.scenario_id)`;
const EXPIRE_OWN_OUTDATED = expire({ sqlite: OWN_OUTDATED, postgres: OWN_OUTDATED }, 'FOR UPDATE');

/**
 * Ends an annotator's leases on texts that have changed since; returns the task of each. A
 * transaction that changes texts does not see a lease taken meanwhile, which could then never be
 * judged.
 */
export async function expireOwnOutdated(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, annotatorId }: { evaluationId: string; annotatorId: string },
): Promise<readonly string[]> {
  const rows = await tx.query(EXPIRE_OWN_OUTDATED, [workspaceId, evaluationId, annotatorId]);
  return rows.map((row) => row.taskId);
}

/** Ends expired leases; returns the task of each. */
export async function expireLeases(
  tx: Transaction,
  workspaceId: string,
  evaluationId: string,
): Promise<readonly string[]> {
  const rows = await tx.query(EXPIRE_LEASES, [workspaceId, evaluationId]);
  return rows.map((row) => row.taskId);
}

const EXPIRE_ALL = expire({ sqlite: LIST_LEASED, postgres: LIST_LEASED }, 'FOR UPDATE');

/** Ends all leases in an evaluation; returns the task of each. */
export async function expireAllLeases(
  tx: Transaction,
  workspaceId: string,
  evaluationId: string,
): Promise<readonly string[]> {
  const rows = await tx.query(EXPIRE_ALL, [workspaceId, evaluationId]);
  return rows.map((row) => row.taskId);
}

/** Assignments whose lease ended without judgement, skip or flag. */
export const deleteUnusedAssignments = writer<[workspaceId: string, evaluationId: string]>(
  `DELETE FROM assignments
   WHERE workspace_id = $1 AND evaluation_id = $2 AND status = 'expired' AND flag IS NULL
     AND NOT EXISTS (SELECT 1 FROM judgements j WHERE j.workspace_id = $1
       AND j.task_id = assignments.task_id AND j.annotator_id = assignments.annotator_id)`,
);

/** Ends all leases on a scenario, whose texts change; returns the task of each. */
export async function expireLeasesOfScenario(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, scenarioId }: { evaluationId: string; scenarioId: string },
): Promise<readonly string[]> {
  const rows = await tx.query(EXPIRE_SCENARIO, [workspaceId, evaluationId, scenarioId]);
  return rows.map((row) => row.taskId);
}

/** Ends leases on those of these scenarios whose texts have changed; returns the task of each. */
export async function expireOutdatedLeases(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, scenarioIds }: { evaluationId: string; scenarioIds: readonly string[] },
): Promise<readonly string[]> {
  const ids = JSON.stringify(scenarioIds);
  const rows = await tx.query(EXPIRE_OUTDATED, [workspaceId, evaluationId, ids]);
  return rows.map((row) => row.taskId);
}

const RENEW_LEASES = statement(
  withClock(
    (now) => `UPDATE assignments SET lease_until = ${now} + $4
     WHERE workspace_id = $1 AND evaluation_id = $2 AND annotator_id = $3 AND status = 'open'
     RETURNING id`,
  ),
  { id: 'text' },
);

/** Renews all leases of an annotator who is active. Returns how many. */
export async function renewLeases(
  tx: Transaction,
  workspaceId: string,
  lease: { evaluationId: string; annotatorId: string; leaseMs: number },
): Promise<number> {
  const rows = await tx.query(RENEW_LEASES, [
    workspaceId,
    lease.evaluationId,
    lease.annotatorId,
    lease.leaseMs,
  ]);
  return rows.length;
}

/** Hands out a task. An annotator who had it before gets it back with the same sides. */
export const upsertAssignment = workspaceWriter(
  withClock(
    (now) => `INSERT INTO assignments (workspace_id, id, evaluation_id, task_id, scenario_id,
       annotator_id, number, side, status, lease_until, texts_version, created_at)
     SELECT s.workspace_id, $2, $3, $4, s.id, $6, $7, $8, 'open', ${now} + $9,
       ${textsVersion('s')}, $10
     FROM scenarios s WHERE s.workspace_id = $1 AND s.id = $5
     ON CONFLICT (workspace_id, task_id, annotator_id) DO UPDATE SET status = 'open',
       lease_until = excluded.lease_until, texts_version = excluded.texts_version,
       skip_reason = NULL`,
  ),
  {
    id: 'text',
    evaluationId: 'text',
    taskId: 'text',
    scenarioId: 'text',
    annotatorId: 'text',
    number: 'integer',
    side: 'integer',
    leaseMs: 'integer',
    now: 'integer',
  },
);

export type NewAssignment = Parameters<typeof upsertAssignment>[2];

const HOLD_ASSIGNMENT = statement(
  withLock(
    `SELECT a.id, a.status, a.side, a.texts_version, a.flag,
       (SELECT ${textsVersion('s')} FROM scenarios s
          WHERE s.workspace_id = $1 AND s.id = a.scenario_id) AS current_texts_version
     FROM assignments a
     WHERE a.workspace_id = $1 AND a.task_id = $2 AND ${isOfAnnotator('a', '$3')}`,
    'exclusive',
  ),
  {
    id: 'text',
    status: 'text',
    side: 'integer',
    textsVersion: 'integer',
    flag: 'text?',
    currentTextsVersion: 'integer',
  },
);

export interface HeldAssignment {
  readonly id: string;
  readonly status: AssignmentStatus;
  readonly side: number;
  readonly flag: string | null;
  /** The texts have not changed since the annotator got them. */
  readonly isUpToDate: boolean;
}

/** The assignment of a task to an annotator, if there is one, locked until the transaction ends. */
export async function holdAssignment(
  tx: Transaction,
  workspaceId: string,
  { taskId, annotatorId }: { taskId: string; annotatorId: string },
): Promise<HeldAssignment | undefined> {
  const row = await findRow(tx, HOLD_ASSIGNMENT, [workspaceId, taskId, annotatorId]);
  if (row === undefined) return undefined;
  return {
    id: row.id,
    status: row.status as AssignmentStatus, // Only these are ever written.
    side: row.side,
    flag: row.flag,
    isUpToDate: row.textsVersion === row.currentTextsVersion,
  };
}

export const updateAssignment = workspaceWriter(
  withClock(
    (now) => `UPDATE assignments SET status = $3, skip_reason = $4, lease_until = ${now} + $5
     WHERE workspace_id = $1 AND id = $2`,
  ),
  {
    id: 'text',
    status: asWord<AssignmentStatus>,
    skipReason: 'text?',
    leaseMs: 'integer',
  },
);

/** Hands an assignment to its annotator again, with the current texts. */
export const reopenAssignment = workspaceWriter(
  withClock(
    (now) => `UPDATE assignments SET status = 'open', skip_reason = NULL,
       lease_until = ${now} + $3,
       texts_version = (SELECT ${textsVersion('s')} FROM scenarios s
         WHERE s.workspace_id = $1 AND s.id = assignments.scenario_id)
     WHERE workspace_id = $1 AND id = $2`,
  ),
  {
    id: 'text',
    leaseMs: 'integer',
  },
);

export const updateFlag = workspaceWriter(
  'UPDATE assignments SET flag = $3 WHERE workspace_id = $1 AND id = $2',
  {
    id: 'text',
    flag: 'text?',
  },
);

const LIST_FREE_SKIPPED = statement(
  `SELECT a.id, a.task_id FROM assignments a
   JOIN tasks t ON t.workspace_id = a.workspace_id AND t.id = a.task_id
   WHERE a.workspace_id = $1 AND a.evaluation_id = $2 AND a.annotator_id = $3
     AND a.status = 'skipped' AND t.is_ready = 1 AND t.places_left > 0
   ORDER BY a.lease_until LIMIT $4`,
  { id: 'text', taskId: 'text' },
);

export interface SkippedList {
  readonly evaluationId: string;
  readonly annotatorId: string;
  readonly limit: number;
}

/** Tasks that an annotator skipped and that have free places, longest ago first. */
export async function listFreeSkipped(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, annotatorId, limit }: SkippedList,
): Promise<readonly { id: string; taskId: string }[]> {
  return tx.query(LIST_FREE_SKIPPED, [workspaceId, evaluationId, annotatorId, limit]);
}
