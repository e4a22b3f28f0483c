import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUniqueViolation } from '../../src/storage/engines/engine-errors.ts';
import { passingStatement } from '../../src/storage/statement.ts';
import { openTestEngine } from '../support/open-engine.ts';

const SENTENCE = 'duplicate key value violates unique constraint';

/** How a server of a distributed database reports it, and the one that passes it on. */
const REPORTS = [
  `MESSAGE = '${SENTENCE} "apps.name_key_102008"', CONSTRAINT = 'apps.name_key_102008'`,
  `MESSAGE = '${SENTENCE} "apps.name_key_102008"'`,
  `MESSAGE = 'doppelter Schlüsselwert verletzt Unique-Constraint »apps.name_key_102008«'`,
];

test('a unique constraint of a part of a table is that of the table, also where only the sentence names it', async () => {
  const { engine, close } = await openTestEngine('postgres');
  try {
    for (const report of REPORTS) {
      const sql = `DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '23505', ${report}; END $$`;
      await assert.rejects(
        engine.transaction((tx) => tx.query(passingStatement(sql, {}), [])),
        (error) => isUniqueViolation(error, 'apps.name_key'),
        report,
      );
    }
  } finally {
    await close();
  }
});
