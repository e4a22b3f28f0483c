import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openStorage } from '../../src/storage/engines/open-storage.ts';
import { copyMigratedFile } from '../support/copy-migrated-file.ts';
import { openedFiles } from '../support/opened-files.ts';
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
  const opened = openedFiles(path).length;
  storage.lookForDamage();
  await until('the check has begun', async () => openedFiles(path).length > opened);
  await storage.close();
  assert.deepEqual(
    readdirSync(dataDirectory).filter((name) => name.startsWith('jurybox.db')),
    ['jurybox.db'],
  );
});
