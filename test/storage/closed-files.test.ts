import assert from 'node:assert/strict';
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openStorage } from '../../src/storage/engines/open-storage.ts';
import { copyMigratedFile } from '../support/copy-migrated-file.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { until } from '../support/until.ts';

/** Rows that take a while to check. */
const FILLER = `CREATE TABLE filler AS
  WITH RECURSIVE rows (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM rows WHERE number < 2000000)
  SELECT number, number || ' of many' AS text FROM rows`;

test('a closed database is one file, even when a check was running', async () => {
  const dataDirectory = temporaryDirectory();
  copyMigratedFile(dataDirectory);
  const path = join(dataDirectory, 'jurybox.db');
  const filled = new DatabaseSync(path);
  filled.exec(FILLER);
  filled.close();
  const storage = await openStorage({
    dataDirectory,
    databaseUrl: undefined,
    durability: 'full',
    preparedStatements: 'on',
    poolSize: 1,
    minimumFreeBytes: 0,
    log: () => undefined,
  });
  const opened = timesOpened(path);
  storage.lookForDamage();
  await until('the check has begun', async () => timesOpened(path) > opened);
  await storage.close();
  assert.deepEqual(
    readdirSync(dataDirectory).filter((name) => name.startsWith('jurybox.db')),
    ['jurybox.db'],
  );
});

function timesOpened(path: string): number {
  return readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`) === path;
    } catch {
      return false;
    }
  }).length;
}
