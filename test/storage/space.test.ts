import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeExpired } from '../../src/jobs/upkeep.ts';
import { Db } from '../../src/storage/database.ts';
import { adHocStatement } from '../../src/storage/statement.ts';
import { openTestEngine } from '../support/open-engine.ts';
import { turnsOfOthers } from '../support/turns-of-others.ts';

const BYTES = 20_000_000;

const COUNT_FREE = adHocStatement('SELECT freelist_count AS pages FROM pragma_freelist_count', {
  pages: 'integer',
});

test('upkeep returns free space to the file system, and lets other work run meanwhile', async () => {
  const { engine, close } = await openTestEngine('sqlite');
  const db = new Db(engine);
  const run = (sql: string) => db.transaction((tx) => tx.query(adHocStatement(sql, {}), []));
  await run('CREATE TABLE ballast (bytes BLOB)');
  await run(`INSERT INTO ballast VALUES (zeroblob(${BYTES}))`);
  await run('DELETE FROM ballast');
  assert.ok((await turnsOfOthers(() => removeExpired(db, Date.now()))) >= 2);
  assert.deepEqual(
    (await db.query(COUNT_FREE, [])).map(({ pages }) => pages),
    [0],
  );
  await close();
});
