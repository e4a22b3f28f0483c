import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUniqueViolation } from '../../src/storage/engines/engine-errors.ts';
import { adHocStatement } from '../../src/storage/statement.ts';
import { openTestEngine } from '../support/open-engine.ts';

const SENTENCE = 'duplicate key value violates unique constraint';

/** As a server of a distributed database reports it, and as the coordinator passes it on. */
const REPORTS = [
  `MESSAGE = '${SENTENCE} "apps.name_key_102008"', CONSTRAINT = 'apps.name_key_102008'`,
  `MESSAGE = '${SENTENCE} "apps.name_key_102008"'`,
  `MESSAGE = 'doppelter Schlüsselwert verletzt Unique-Constraint »apps.name_key_102008«'`,
];

test('a unique constraint of a shard is that of the table, even if only the message names it', async () => {
  const { engine, close } = await openTestEngine('postgres');
  try {
    for (const report of REPORTS) {
      const sql = `DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '23505', ${report}; END $$`;
      await assert.rejects(
        engine.transaction((tx) => tx.query(adHocStatement(sql, {}), [])),
        (error) => isUniqueViolation(error, 'apps.name_key'),
        report,
      );
    }
  } finally {
    await close();
  }
});
