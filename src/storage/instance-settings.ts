import { findRow, type Queryable, type Transaction } from './database.ts';
import { locking, statement } from './statement.ts';
import { asWord, writingNamed } from './writing.ts';

export type SettingName =
  | 'setup_token_hash'
  | 'master_key_id'
  /** What slots are named by, sealed, once the master key is not the first one any more. */
  | 'slot_secret'
  /** When the last backup was complete, in milliseconds. */
  | 'backed_up_at'
  | 'upkeep_started_at';

const FIND_SETTING = statement('SELECT value FROM instance_settings WHERE name = $1', {
  value: 'text',
});

export async function findSetting(db: Queryable, name: SettingName): Promise<string | undefined> {
  const row = await findRow(db, FIND_SETTING, [name]);
  return row?.value;
}

/** Keeps what is there: of several instances that start at once, the first one decides. */
export const insertSetting = writingNamed(
  'INSERT INTO instance_settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
  {
    name: asWord<SettingName>,
    value: 'text',
  },
);

/** Replaces what is there. */
export const updateSetting = writingNamed(
  `INSERT INTO instance_settings (name, value) VALUES ($1, $2)
   ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  {
    name: asWord<SettingName>,
    value: 'text',
  },
);

const HOLD_KEY_ID = statement(
  locking("SELECT value FROM instance_settings WHERE name = 'master_key_id'", 'share'),
  { value: 'text' },
);

/** The master key that secrets belong to; it stays that one until the transaction ends. */
export async function holdKeyId(tx: Transaction): Promise<string | undefined> {
  return (await findRow(tx, HOLD_KEY_ID, []))?.value;
}

const REPLACE_KEY_ID = statement(
  `UPDATE instance_settings SET value = $2 WHERE name = 'master_key_id' AND value = $1
   RETURNING value`,
  { value: 'text' },
);

/** False when the secrets belong to another key than the old one by now. */
export async function replaceKeyId(
  tx: Transaction,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  return (await findRow(tx, REPLACE_KEY_ID, [from, to])) !== undefined;
}

const DELETE_SETTING = statement('DELETE FROM instance_settings WHERE name = $1 RETURNING value', {
  value: 'text',
});

/** Returns what it deleted, so that of several takers exactly one succeeds. */
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
 * True for one of several processes, when the last upkeep began before that time, or in the future:
 * then the clock was wrong.
 */
export async function claimUpkeep(
  tx: Transaction,
  { now, before }: { readonly now: number; readonly before: number },
): Promise<boolean> {
  await insertSetting(tx, { name: 'upkeep_started_at', value: '0' });
  return (await findRow(tx, CLAIM_UPKEEP, [String(now), before])) !== undefined;
}
