import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';
import { Problem } from '../contract/problems.ts';
import { issues, ValidationFailure } from '../contract/validation.ts';
import type { Db, Transaction } from '../storage/database.ts';
import {
  deleteClaim,
  findKeyRecord,
  insertClaim,
  updateAnswer,
} from '../storage/idempotency-keys.ts';

const KEPT_MS = 24 * 60 * 60 * 1000;
/** Longer than a request may take: after this its process is certainly not working on it. */
const CLAIM_MS = { short: 35_000, long: 6 * 60_000 } as const;

export interface KeyedRequest {
  readonly key: string;
  /** Workspace, user, method and path: the same key elsewhere is another key. */
  readonly scope: readonly string[];
  readonly payload: Uint8Array | string;
  /** Imports may take minutes. */
  readonly length: keyof typeof CLAIM_MS;
  readonly now: number;
}

/** What was answered, kept as text so that a replay is the same byte for byte. */
export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** A claim on a key: the right to run the request once. */
export interface KeyClaim {
  readonly id: string;
  readonly secret: Buffer;
}

/** Claims a key, or returns what the first request with it was answered. */
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
      payloadHash,
      claimedUntil: request.now + CLAIM_MS[request.length],
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

/** Records the answer in the transaction of the effect, so that both exist or neither. */
export async function recordAnswer(
  tx: Transaction,
  claim: KeyClaim,
  answer: RecordedAnswer,
): Promise<void> {
  await updateAnswer(tx, claim.id, encrypt(claim, answer));
}

/** Frees a key whose request had no effect and whose answer is not worth keeping. */
export async function releaseKey(db: Db, claim: KeyClaim): Promise<void> {
  await db.transaction((tx) => deleteClaim(tx, claim.id));
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
 * the database only has a hash: only who sends the key again can read what was answered.
 */
function toClaim(request: KeyedRequest): KeyClaim {
  const scope = JSON.stringify([...request.scope, request.key]);
  const secret = hkdfSync('sha256', request.key, 'jurybox', `answer ${scope}`, 32);
  return { id: hash('sha256', scope, 'base64url'), secret: Buffer.from(secret) };
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
    'The first request with this Idempotency-Key is still running. Try again shortly.',
    { headers: { 'retry-after': '1' } },
  );
}
