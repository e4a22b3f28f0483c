import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Db, type Engine, findRow } from '../../src/storage/database.ts';
import { findSetting, insertSetting } from '../../src/storage/instance-settings.ts';
import { statement } from '../../src/storage/statement.ts';
import { ENGINES } from '../support/engine-names.ts';
import { openTestEngine } from '../support/open-engine.ts';

const COUNT = statement('SELECT COUNT(*) AS total FROM instance_settings', { total: 'integer' });

const INSERT_TWICE = statement(
  "INSERT INTO instance_settings (name, value) VALUES ('twice', ''), ('twice', '')",
  {},
);

for (const name of ENGINES) {
  describe(`a transaction on ${name}`, () => {
    let engine: Engine;
    let close: () => Promise<void>;
    before(async () => {
      ({ engine, close } = await openTestEngine(name));
    });
    after(() => close());

    test('refuses the outer handle while it is open', async () => {
      const db = new Db(engine);
      await assert.rejects(
        db.transaction(async () => db.query(COUNT, [])),
        /A transaction is open on this handle/,
      );
      await assert.rejects(
        db.transaction(async () => db.transaction(async () => undefined)),
        /A transaction is open on this handle/,
      );
      assert.equal((await db.query(COUNT, [])).length, 1);
    });

    test('leaves nothing behind when it fails', async () => {
      const db = new Db(engine);
      await assert.rejects(
        db.transaction(async (tx) => {
          await insertSetting(tx, { name: 'setup_token_hash', value: 'x' });
          throw new Error('on purpose');
        }),
        /on purpose/,
      );
      assert.equal(await findSetting(db, 'setup_token_hash'), undefined);
    });

    test('fails as a whole when the statement that is sent with its commit fails', async () => {
      const db = new Db(engine);
      await assert.rejects(
        db.transaction(async (tx) => {
          await insertSetting(tx, { name: 'setup_token_hash', value: 'x' });
          tx.withCommit(INSERT_TWICE, []);
        }),
        { name: 'ConstraintViolation' },
      );
      assert.equal(await findSetting(db, 'setup_token_hash'), undefined);
    });

    test('is not seen by others before it commits', async () => {
      const writer = new Db(engine);
      const reader = new Db(engine);
      await writer.transaction(async (tx) => {
        await insertSetting(tx, { name: 'setup_token_hash', value: 'x' });
        assert.equal(await findSetting(reader, 'setup_token_hash'), undefined);
        assert.equal((await findRow(tx, COUNT, []))?.total, 1);
      });
      assert.equal(await findSetting(reader, 'setup_token_hash'), 'x');
    });
  });
}
