import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { STATEMENTS, sqlName } from '../../src/storage/statement.ts';
import { columnsOf } from '../support/describe-statement.ts';
import { ENGINES } from '../support/engine-names.ts';
import { openTestEngine } from '../support/open-engine.ts';

const root = join(import.meta.dirname, '../..');
for await (const file of glob('src/storage/**/*.ts', { cwd: root })) {
  if (!file.endsWith('.test.ts')) await import(join(root, file));
}

describe('every SQL statement', () => {
  test('has a name of its own that says what it is', () => {
    const names = STATEMENTS.map(({ name }) => name);
    for (const name of names)
      assert.match(name, /^(select|insert|update|delete)_[a-z_]*_[0-9a-f]{8}$/);
    assert.equal(new Set(names).size, names.length);
  });

  for (const name of ENGINES) {
    test(`is accepted by ${name} and returns the declared columns`, async () => {
      const { location, close } = await openTestEngine(name);
      try {
        assert.ok(STATEMENTS.length > 30, `only ${STATEMENTS.length} statements were found`);
        for (const statement of STATEMENTS) {
          const text = statement.text[name];
          const columns = await columnsOf(name, { location, text }).catch((error) => {
            throw new Error(`${text}\n${error.message}`);
          });
          assert.deepEqual(columns, Object.keys(statement.columns).map(sqlName), text);
        }
      } finally {
        await close();
      }
    });
  }
});
