import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';
import { Problem } from '../contract/problems.ts';
import { issues, ValidationFailure } from '../contract/validation.ts';
import type { Db, Transaction } from '../storage/database.ts';
import {
  deleteClaim,
  findKeyRecord,
  insertClaim,
  updateAnswer,
  updateClaim,
} from '../storage/idempotency-keys.ts';

const KEPT_MS = 24 * 60 * 60 * 1000;
/** How long a process may be silent before its requests count as dead. */
const CLAIM_MS = 35_000;
/** Three renewals may fail or come late before a claim ends under a request that still runs. */
export const RENEWAL_MS = 10_000;

export interface KeyedRequest {
  readonly key: string;
  /** Workspace, user, method and path: the same key elsewhere is another key. */
  readonly scope: readonly string[];
  readonly payload: Uint8Array | string;
  /** Distinguishes this request from another one with the same key. */
  readonly holder: string;
  readonly now: number;
}

/** An answer, kept as text so that a replay is the same byte for byte. */
export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** A claim on a key: the right to run the request once. */
export interface KeyClaim {
  readonly id: string;
  readonly holder: string;
  readonly secret: Buffer;
}

/** Claims a key, or returns the answer to the first request with it. */
export async function claimKey(
  db: Db,
  request: KeyedRequest,
): Promise<{ claim: KeyClaim } | { replay: RecordedAnswer }> {
  refuseMalformedKey(request.key);
  const claim = toClaim(request);
  const payloadHash = hash('sha256', request.payload, 'base64url');
  const isClaimed = await db.transaction((tx) =>
    insertClaim(tx, {
      id: claim.id,
      holder: claim.holder,
      payloadHash,
      claimedUntil: request.now + CLAIM_MS,
      expiresAt: request.now + KEPT_MS,
      now: request.now,
    }),
  );
  if (isClaimed) return { claim };
  const record = await findKeyRecord(db, claim.id);
  if (record !== undefined && record.payloadHash !== payloadHash) {
    throw new ValidationFailure([issues.idempotencyKeyReused()]);
  }
  if (record === undefined || record.answer === null) throw stillRunning();
  return { replay: decrypt(claim, record.answer) };
}

/** Keeps the key for a running request; one that lost it is refused when it records its answer. */
export async function renewClaim(db: Db, claim: KeyClaim, now: number): Promise<void> {
  await db.transaction((tx) => updateClaim(tx, claim, now + CLAIM_MS));
}

/**
 * Records the answer in the transaction of the effect, so that both exist or neither. Refuses a
 * request that lost the key to another one, and with it the effect.
 */
export async function recordAnswer(
  tx: Transaction,
  claim: KeyClaim,
  answer: RecordedAnswer,
): Promise<void> {
  if (!(await updateAnswer(tx, claim, encrypt(claim, answer)))) throw stillRunning();
}

/** Frees a key whose request had no effect and whose answer is not worth keeping. */
export async function releaseKey(db: Db, claim: KeyClaim): Promise<void> {
  await db.transaction((tx) => deleteClaim(tx, claim));
}

function refuseMalformedKey(key: string): void {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return;
  throw new Problem(
    'idempotency_key_invalid',
    'An Idempotency-Key is 1 to 255 visible ASCII characters.',
  );
}

/**
 * Answers may hold a secret that is shown once. They are encrypted under the key itself, of which
 * the database has only a hash: only a caller who sends the key again can read the answer.
 */
function toClaim(request: KeyedRequest): KeyClaim {
  const scope = JSON.stringify([...request.scope, request.key]);
  const id = hash('sha256', scope, 'base64url');
  // OpenSSL takes at most 1,024 bytes here, and paths may have 8 KiB.
  const purpose = `answer ${Buffer.byteLength(scope) > 1_000 ? id : scope}`;
  const secret = Buffer.from(hkdfSync('sha256', request.key, 'jurybox', purpose, 32));
  return { id, holder: request.holder, secret };
}

function encrypt(claim: KeyClaim, answer: RecordedAnswer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', claim.secret, nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(answer)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
}

function decrypt(claim: KeyClaim, text: string): RecordedAnswer {
  const bytes = Buffer.from(text, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', claim.secret, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  const plain = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
  return JSON.parse(plain.toString());
}

function stillRunning(): Problem {
  return new Problem(
    'idempotency_key_in_use',
    'Another request with this Idempotency-Key is still running. Try again shortly.',
    { headers: { 'retry-after': '1' } },
  );
}
