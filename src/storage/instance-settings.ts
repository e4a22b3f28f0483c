import { findRow, type Queryable, type Transaction } from './database.ts';
import { statement, withLock } from './statement.ts';
import { asWord, namedWriter } from './writers.ts';

export type SettingName =
  | 'setup_token_hash'
  | 'master_key_id'
  /** The secret that slot ids derive from, sealed; stored once the master key has been replaced. */
  | 'slot_secret'
  /** When the last backup was complete, in milliseconds. */
  | 'backed_up_at'
  | 'upkeep_started_at'
  /** When upkeep last found that the clock had leapt, or that no upkeep had run for as long. */
  | 'clock_leapt_at';

const FIND_SETTING = statement('SELECT value FROM instance_settings WHERE name = $1', {
  value: 'text',
});

export async function findSetting(db: Queryable, name: SettingName): Promise<string | undefined> {
  const row = await findRow(db, FIND_SETTING, [name]);
  return row?.value;
}

/** Keeps an existing value: of several instances that start at once, the first one decides. */
export const insertSetting = namedWriter(
  'INSERT INTO instance_settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
  {
    name: asWord<SettingName>,
    value: 'text',
  },
);

/** Replaces an existing value. */
export const updateSetting = namedWriter(
  `INSERT INTO instance_settings (name, value) VALUES ($1, $2)
   ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  {
    name: asWord<SettingName>,
    value: 'text',
  },
);

const HOLD_KEY_ID = statement(
  withLock("SELECT value FROM instance_settings WHERE name = 'master_key_id'", 'share'),
  { value: 'text' },
);

/** The id of the master key that secrets belong to, locked until the transaction ends. */
export async function holdKeyId(tx: Transaction): Promise<string | undefined> {
  return (await findRow(tx, HOLD_KEY_ID, []))?.value;
}

const REPLACE_KEY_ID = statement(
  `UPDATE instance_settings SET value = $2 WHERE name = 'master_key_id' AND value = $1
   RETURNING value`,
  { value: 'text' },
);

/** False when the secrets no longer belong to the old key. */
export async function replaceKeyId(
  tx: Transaction,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  return (await findRow(tx, REPLACE_KEY_ID, [from, to])) !== undefined;
}

const DELETE_SETTING = statement('DELETE FROM instance_settings WHERE name = $1 RETURNING value', {
  value: 'text',
});

/** Returns the deleted value, so that exactly one of several concurrent callers gets it. */
export async function deleteSetting(
  tx: Transaction,
  name: SettingName,
): Promise<string | undefined> {
  const row = await findRow(tx, DELETE_SETTING, [name]);
  return row?.value;
}

const CLAIM_UPKEEP = statement(
  `UPDATE instance_settings SET value = CAST($1 AS text)
   WHERE name = 'upkeep_started_at'
     AND (CAST(value AS bigint) <= $2 OR CAST(value AS bigint) > CAST(CAST($1 AS text) AS bigint))
   RETURNING name`,
  { name: 'text' },
);

/**
 * True for one of several processes, when the last upkeep began before that time, or in the future
 * because a clock was wrong.
 */
export async function claimUpkeep(
  tx: Transaction,
  { now, before }: { readonly now: number; readonly before: number },
): Promise<boolean> {
  await insertSetting(tx, { name: 'upkeep_started_at', value: '0' });
  return (await findRow(tx, CLAIM_UPKEEP, [String(now), before])) !== undefined;
}

/** 0 means that no upkeep has run yet. */
const NOTE_LEAP = statement(
  `INSERT INTO instance_settings (name, value)
   SELECT 'clock_leapt_at', CAST($1 AS text) FROM instance_settings
   WHERE name = 'upkeep_started_at' AND CAST(value AS bigint) BETWEEN 1 AND CAST($2 AS bigint)
   ON CONFLICT (name) DO UPDATE SET value = excluded.value
   RETURNING name`,
  { name: 'text' },
);

const FIND_LEAP = statement(
  `SELECT name FROM instance_settings WHERE name = 'clock_leapt_at'
     AND CAST(value AS bigint) BETWEEN CAST($2 AS bigint) AND CAST($1 AS bigint)`,
  { name: 'text' },
);

/**
 * Whether the clock has leapt since a time: the previous upkeep began before it, or an upkeep since
 * then noted a leap. Called before upkeep is claimed.
 */
export async function noteLeap(
  tx: Transaction,
  { now, since }: { readonly now: number; readonly since: number },
): Promise<boolean> {
  await tx.query(NOTE_LEAP, [String(now), since]);
  return (await findRow(tx, FIND_LEAP, [now, since])) !== undefined;
}
