import { findRow, type Transaction } from './database.ts';
import { statement } from './statement.ts';

const UPSERT_ATTEMPT = statement(
  `INSERT INTO attempts (subject, made, window_started_at) VALUES ($1, 1, $2)
   ON CONFLICT (subject) DO UPDATE SET
     made = CASE WHEN attempts.window_started_at <= $3 THEN 1 ELSE attempts.made + 1 END,
     window_started_at = CASE WHEN attempts.window_started_at <= $3 THEN $2
       ELSE attempts.window_started_at END
   RETURNING made`,
  { made: 'integer' },
);

/** Counts an attempt and returns how many there were in the window, this one included. */
export async function upsertAttempt(
  tx: Transaction,
  attempt: { subject: string; now: number; windowMs: number },
): Promise<number> {
  const parameters = [attempt.subject, attempt.now, attempt.now - attempt.windowMs];
  const row = await findRow(tx, UPSERT_ATTEMPT, parameters);
  return row?.made ?? 0;
}

const DELETE_ATTEMPTS = statement('DELETE FROM attempts WHERE window_started_at <= $1', {});

export async function deleteOldAttempts(tx: Transaction, before: number): Promise<void> {
  await tx.query(DELETE_ATTEMPTS, [before]);
}
