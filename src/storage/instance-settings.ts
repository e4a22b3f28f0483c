import { findRow, type Queryable, type Transaction } from './database.ts';
import { statement } from './statement.ts';
import { asWord, writingNamed } from './writing.ts';

export type SettingName = 'setup_token_hash' | 'master_key_id';

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
