import { findRow, type Queryable, type Transaction } from '../database.ts';
import { columnList, type Row, statement } from '../statement.ts';
import { inserter, writer } from '../writers.ts';
import { type AuditEntry, ENTRY_COLUMNS } from './audit-entries.ts';

const SEAL = {
  number: 'integer',
  entries: 'integer',
  newestAt: 'integer',
  previousHash: 'text',
  hash: 'text',
} as const;

const LIST_SEALS = statement(
  `SELECT ${columnList('s', SEAL)} FROM audit_seals s
   WHERE s.workspace_id = $1 AND s.number > $2 ORDER BY s.number LIMIT 500`,
  SEAL,
);

/** A link of the chain: the number of its entries, and a digest of them and the previous link. */
export type Seal = Row<typeof LIST_SEALS>;

export async function listSeals(
  db: Queryable,
  workspaceId: string,
  after: number,
): Promise<readonly Seal[]> {
  return db.query(LIST_SEALS, [workspaceId, after]);
}

const FIND_LAST_SEAL = statement(
  `SELECT number, hash FROM (
     SELECT s.number, s.hash FROM audit_seals s WHERE s.workspace_id = $1
     UNION ALL SELECT c.seal, c.hash FROM audit_cuts c WHERE c.workspace_id = $1
   ) known ORDER BY number DESC LIMIT 1`,
  { number: 'integer', hash: 'text' },
);

export interface Link {
  readonly number: number;
  readonly hash: string;
}

export async function findLastSeal(db: Queryable, workspaceId: string): Promise<Link | undefined> {
  return findRow(db, FIND_LAST_SEAL, [workspaceId]);
}

const LIST_UNSEALED = statement(
  'SELECT DISTINCT workspace_id FROM audit_entries WHERE seal IS NULL ORDER BY workspace_id',
  { workspaceId: 'text' },
);

/** Workspaces with entries that no seal covers yet. */
export async function listUnsealedWorkspaces(db: Queryable): Promise<readonly string[]> {
  const rows = await db.query(LIST_UNSEALED, []);
  return rows.map(({ workspaceId }) => workspaceId);
}

const TAKE_UNSEALED = statement(
  `UPDATE audit_entries SET seal = $2
   WHERE workspace_id = $1 AND seal IS NULL AND (at, id) IN (
     SELECT e.at, e.id FROM audit_entries e WHERE e.workspace_id = $1 AND e.seal IS NULL
     ORDER BY e.at, e.id LIMIT $3)
   RETURNING ${ENTRY_COLUMNS.sql}`,
  ENTRY_COLUMNS.shape,
);

/** Gives the oldest unsealed entries this number, except those another process takes meanwhile. */
export async function takeUnsealed(
  tx: Transaction,
  workspaceId: string,
  { number, limit }: { number: number; limit: number },
): Promise<readonly AuditEntry[]> {
  return tx.query(TAKE_UNSEALED, [workspaceId, number, limit]);
}

export const insertSeal = inserter('audit_seals', {
  workspaceId: 'text',
  ...SEAL,
});

const LIST_SEALED = statement(
  `SELECT ${ENTRY_COLUMNS.sql} FROM audit_entries WHERE workspace_id = $1 AND seal = $2`,
  ENTRY_COLUMNS.shape,
);

export async function listSealedEntries(
  db: Queryable,
  workspaceId: string,
  seal: number,
): Promise<readonly AuditEntry[]> {
  return db.query(LIST_SEALED, [workspaceId, seal]);
}

const COUNT_ASTRAY = statement(
  `SELECT COUNT(*) AS entries FROM audit_entries e
   WHERE e.workspace_id = $1 AND e.seal BETWEEN $2 AND $3 AND NOT EXISTS (
     SELECT 1 FROM audit_seals s WHERE s.workspace_id = $1 AND s.number = e.seal)`,
  { entries: 'integer' },
  'each time',
);

/** Entries that name a missing seal between these numbers, both included. */
export async function countAstrayEntries(
  db: Queryable,
  workspaceId: string,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const row = await findRow(db, COUNT_ASTRAY, [workspaceId, from, to]);
  return row?.entries ?? 0;
}

const COUNT_UNSEALED = statement(
  'SELECT COUNT(*) AS entries FROM audit_entries WHERE workspace_id = $1 AND seal IS NULL',
  { entries: 'integer' },
);

export async function countUnsealed(db: Queryable, workspaceId: string): Promise<number> {
  const row = await findRow(db, COUNT_UNSEALED, [workspaceId]);
  return row?.entries ?? 0;
}

const FIND_CUT = statement(
  'SELECT c.seal AS number, c.hash FROM audit_cuts c WHERE c.workspace_id = $1',
  { number: 'integer', hash: 'text' },
);

/** The last seal that retention removed: the chain is verified from there on. */
export async function findCut(db: Queryable, workspaceId: string): Promise<Link | undefined> {
  return findRow(db, FIND_CUT, [workspaceId]);
}

const LIST_CHAINED = statement(
  `SELECT workspace_id FROM audit_seals UNION SELECT workspace_id FROM audit_cuts
   UNION SELECT workspace_id FROM audit_entries ORDER BY workspace_id`,
  { workspaceId: 'text' },
  'each time',
);

/** Workspaces that have a trail. */
export async function listAuditedWorkspaces(db: Queryable): Promise<readonly string[]> {
  const rows = await db.query(LIST_CHAINED, []);
  return rows.map(({ workspaceId }) => workspaceId);
}

const FIND_CUTTABLE = statement(
  `SELECT s.number, s.hash FROM audit_seals s
   WHERE s.workspace_id = $1 AND s.number < (
     SELECT MIN(k.number) FROM (
       SELECT MIN(n.number) AS number FROM audit_seals n
       WHERE n.workspace_id = $1 AND n.newest_at >= $2
       UNION ALL SELECT MAX(l.number) FROM audit_seals l WHERE l.workspace_id = $1) k)
   ORDER BY s.number DESC LIMIT 1`,
  { number: 'integer', hash: 'text' },
);

/** The last seal before the first one with an entry from that time on; never the newest seal. */
export async function findCuttableSeal(
  db: Queryable,
  workspaceId: string,
  before: number,
): Promise<Link | undefined> {
  return findRow(db, FIND_CUTTABLE, [workspaceId, before]);
}

export const upsertCut = writer<[workspaceId: string, seal: number, hash: string]>(
  `INSERT INTO audit_cuts (workspace_id, seal, hash) VALUES ($1, $2, $3)
   ON CONFLICT (workspace_id) DO UPDATE SET seal = excluded.seal, hash = excluded.hash
   WHERE audit_cuts.seal < excluded.seal`,
);

export const deleteCutEntries = writer<[workspaceId: string, number: number]>(
  'DELETE FROM audit_entries WHERE workspace_id = $1 AND seal = $2',
);

export const deleteCutSeal = writer<[workspaceId: string, number: number]>(
  'DELETE FROM audit_seals WHERE workspace_id = $1 AND number = $2',
);

const FIND_FIRST_SEAL = statement(
  'SELECT s.number FROM audit_seals s WHERE s.workspace_id = $1 AND s.number <= $2 ORDER BY s.number LIMIT 1',
  { number: 'integer' },
);

/** The first seal up to a cut that still exists. */
export async function findCutSeal(
  db: Queryable,
  workspaceId: string,
  cut: number,
): Promise<number | undefined> {
  const row = await findRow(db, FIND_FIRST_SEAL, [workspaceId, cut]);
  return row?.number;
}
