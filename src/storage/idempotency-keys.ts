import { findRow, type Queryable, type Transaction } from './database.ts';
import { statement } from './statement.ts';
import { namedWriter, writer } from './writers.ts';

export interface KeyRecord {
  readonly id: string;
  /** The request that may run and record its answer. */
  readonly holder: string;
  readonly payloadHash: string;
  readonly claimedUntil: number;
  readonly expiresAt: number;
  readonly now: number;
}

const INSERT_CLAIM = statement(
  `INSERT INTO idempotency_keys (id, holder, payload_hash, claimed_until, expires_at, answer)
   VALUES ($1, $2, $3, $4, $5, NULL)
   ON CONFLICT (id) DO UPDATE SET
     holder = excluded.holder, payload_hash = excluded.payload_hash,
     claimed_until = excluded.claimed_until, expires_at = excluded.expires_at, answer = NULL
   WHERE idempotency_keys.expires_at <= $6
     OR (idempotency_keys.answer IS NULL AND idempotency_keys.claimed_until <= $6)
   RETURNING id`,
  { id: 'text' },
);

/** True when the key was free, its record has expired, or its holder has died. */
export async function insertClaim(tx: Transaction, record: KeyRecord): Promise<boolean> {
  const row = await findRow(tx, INSERT_CLAIM, [
    record.id,
    record.holder,
    record.payloadHash,
    record.claimedUntil,
    record.expiresAt,
    record.now,
  ]);
  return row !== undefined;
}

const FIND_KEY_RECORD = statement(
  'SELECT payload_hash, answer FROM idempotency_keys WHERE id = $1',
  { payloadHash: 'text', answer: 'text?' },
);

export async function findKeyRecord(
  db: Queryable,
  id: string,
): Promise<{ payloadHash: string; answer: string | null } | undefined> {
  return findRow(db, FIND_KEY_RECORD, [id]);
}

export interface ClaimedKey {
  readonly id: string;
  readonly holder: string;
}

const UPDATE_CLAIM = statement(
  `UPDATE idempotency_keys SET claimed_until = $3
   WHERE id = $1 AND holder = $2 AND answer IS NULL`,
  {},
);

export async function updateClaim(
  tx: Transaction,
  { id, holder }: ClaimedKey,
  claimedUntil: number,
): Promise<void> {
  await tx.query(UPDATE_CLAIM, [id, holder, claimedUntil]);
}

const UPDATE_ANSWER = statement(
  'UPDATE idempotency_keys SET answer = $3 WHERE id = $1 AND holder = $2 RETURNING id',
  { id: 'text' },
);

/** False when another request has claimed the key meanwhile. */
export async function updateAnswer(
  tx: Transaction,
  { id, holder }: ClaimedKey,
  answer: string,
): Promise<boolean> {
  return (await findRow(tx, UPDATE_ANSWER, [id, holder, answer])) !== undefined;
}

export const deleteClaim = namedWriter(
  'DELETE FROM idempotency_keys WHERE id = $1 AND holder = $2 AND answer IS NULL',
  {
    id: 'text',
    holder: 'text',
  },
);

export const deleteExpiredKeys = writer<[now: number]>(
  'DELETE FROM idempotency_keys WHERE expires_at <= $1',
);

/** For a start when no other process is running. */
export const deleteAllClaims = writer<[]>('DELETE FROM idempotency_keys WHERE answer IS NULL');
