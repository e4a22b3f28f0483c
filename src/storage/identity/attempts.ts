import { findRow, type Queryable, type Transaction } from '../database.ts';
import { statement } from '../statement.ts';
import { writer } from '../writers.ts';

const UPSERT_ATTEMPT = statement(
  `INSERT INTO attempts (subject, made, window_started_at) VALUES ($1, 1, $2)
   ON CONFLICT (subject) DO UPDATE SET
     made = CASE WHEN attempts.window_started_at <= $3 THEN 1 ELSE attempts.made + 1 END,
     window_started_at = CASE WHEN attempts.window_started_at <= $3 THEN $2
       ELSE attempts.window_started_at END
   RETURNING made`,
  { made: 'integer' },
);

/** Counts an attempt and returns the number in the window, this one included. */
export async function upsertAttempt(
  tx: Transaction,
  attempt: { subject: string; now: number; windowMs: number },
): Promise<number> {
  const parameters = [attempt.subject, attempt.now, attempt.now - attempt.windowMs];
  const row = await findRow(tx, UPSERT_ATTEMPT, parameters);
  return row?.made ?? 0;
}

/** How many guesses are allowed in a window, which begins with the first one. */
export interface GuessLimit {
  readonly atOnce: number;
  /** Between the last of these and the next guess. */
  readonly firstDelayMs: number;
  /** By how much each later delay is longer than the one before. */
  readonly growthMs: number;
  readonly windowMs: number;
}

/** When the next guess is allowed: the sum of all delays, from the start of the window. */
const DUE_AFTER = `CASE WHEN attempts.made < CAST($1 AS bigint) THEN 0 ELSE
  (attempts.made + 1 - CAST($1 AS bigint)) * CAST($2 AS bigint)
  + (attempts.made + 1 - CAST($1 AS bigint)) * (attempts.made - CAST($1 AS bigint)) / 2
    * CAST($3 AS bigint) END`;

const UPSERT_GUESS = statement(
  `INSERT INTO attempts (subject, made, window_started_at) VALUES ($4, 1, $5)
   ON CONFLICT (subject) DO UPDATE SET
     made = CASE WHEN attempts.window_started_at <= $6 THEN 1 ELSE attempts.made + 1 END,
     window_started_at = CASE WHEN attempts.window_started_at <= $6 THEN $5
       ELSE attempts.window_started_at END
   WHERE attempts.window_started_at <= $6 OR attempts.made < CAST($1 AS bigint)
     OR attempts.window_started_at + ${DUE_AFTER} <= $5
   RETURNING subject`,
  { subject: 'text' },
);

/** Counts a guess; false when it comes too early. */
export async function upsertGuess(
  tx: Transaction,
  { subject, now, limit }: { subject: string; now: number; limit: GuessLimit },
): Promise<boolean> {
  const { atOnce, firstDelayMs, growthMs, windowMs } = limit;
  const parameters = [atOnce, firstDelayMs, growthMs, subject, now, now - windowMs];
  return (await findRow(tx, UPSERT_GUESS, parameters)) !== undefined;
}

const FIND_ALLOWED_AT = statement(
  `SELECT window_started_at + ${DUE_AFTER} AS allowed_at FROM attempts WHERE subject = $4`,
  { allowedAt: 'integer' },
);

/** When the next guess is allowed; 0 for a subject without guesses. */
export async function findAllowedAt(
  db: Queryable,
  subject: string,
  { atOnce, firstDelayMs, growthMs }: GuessLimit,
): Promise<number> {
  const parameters = [atOnce, firstDelayMs, growthMs, subject];
  return (await findRow(db, FIND_ALLOWED_AT, parameters))?.allowedAt ?? 0;
}

export const releaseGuess = writer<[subject: string]>(
  'UPDATE attempts SET made = made - 1 WHERE subject = $1 AND made > 0',
);

export const deleteOldAttempts = writer<[before: number]>(
  'DELETE FROM attempts WHERE window_started_at <= $1',
);
