import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  compareTables,
  tableOf,
  withCell,
  withColumnNamed,
  withNewColumn,
  withNewRow,
  withoutColumn,
  withoutRow,
  withPasted,
} from '../../src/web/testsets/grid-table.ts';

const TABLE = tableOf([
  { question: 'one', score: 1 },
  { question: 'two', extra: { deep: true } },
]);

describe('the table of a test set', () => {
  test('has the columns of all rows in the order they first appear', () => {
    assert.deepEqual(TABLE.columns, ['question', 'score', 'extra']);
  });

  test('keeps a JSON cell as JSON if the entered text is JSON', () => {
    const changed = withCell(TABLE, { row: 0, column: 1 }, '[1, 2]');
    assert.deepEqual(changed.rows[0], { question: 'one', score: [1, 2] });
    assert.deepEqual(withCell(TABLE, { row: 0, column: 1 }, 'many').rows[0]?.['score'], 'many');
    assert.equal(withCell(TABLE, { row: 0, column: 0 }, '7').rows[0]?.['question'], '7');
    assert.equal(withCell(TABLE, { row: 9, column: 0 }, 'x'), TABLE);
  });

  test('does not change other rows', () => {
    const changed = withCell(TABLE, { row: 0, column: 0 }, 'x');
    assert.equal(changed.rows[1], TABLE.rows[1]);
    assert.equal(TABLE.rows[0]?.['question'], 'one');
  });

  test('gains and loses rows and columns', () => {
    assert.deepEqual(withNewRow(TABLE).rows[2], { question: '', score: '', extra: '' });
    assert.deepEqual(withoutRow(TABLE, 0).rows, [TABLE.rows[1]]);
    assert.deepEqual(withoutColumn(TABLE, 'question').rows, [
      { score: 1 },
      { extra: { deep: true } },
    ]);
    assert.equal(withNewColumn(TABLE, 'score'), TABLE);
  });

  test('renames a column in place, and never onto another one', () => {
    const renamed = withColumnNamed(TABLE, 'question', 'input');
    assert.deepEqual(Object.keys(renamed.rows[0] ?? {}), ['input', 'score']);
    assert.equal(withColumnNamed(TABLE, 'question', 'score'), TABLE);
  });

  test('grows to fit pasted cells', () => {
    const pasted = withPasted(TABLE, { row: 1, column: 2 }, [
      ['a', 'b'],
      ['c', 'd'],
    ]);
    assert.deepEqual(pasted.columns, ['question', 'score', 'extra', 'column 4']);
    assert.deepEqual(pasted.rows[1], { question: 'two', extra: 'a', 'column 4': 'b' });
    assert.deepEqual(pasted.rows[2], { question: '', score: '', extra: 'c', 'column 4': 'd' });
  });

  test('takes column names from the first pasted line if it was empty', () => {
    const pasted = withPasted(tableOf([]), { row: 0, column: 0 }, [['q', '', 'q'], ['1']]);
    assert.deepEqual(pasted.columns, ['q', 'column 2', 'column 3']);
    assert.deepEqual(pasted.rows, [{ q: '1', 'column 2': '', 'column 3': '' }]);
  });

  test('treats a column called __proto__ like any other', () => {
    const named = withNewColumn(TABLE, '__proto__');
    const changed = withCell(named, { row: 0, column: 3 }, 'text');
    assert.ok(Object.hasOwn(changed.rows[0] ?? {}, '__proto__'));
    const pasted = withPasted(changed, { row: 0, column: 3 }, [['other']]);
    assert.equal(JSON.stringify(pasted.rows[0]).includes('"__proto__":"other"'), true);
  });

  test('counts the differences between two versions', () => {
    const changed = withNewRow(withCell(TABLE, { row: 0, column: 0 }, 'x'));
    assert.deepEqual(compareTables(TABLE, changed), { added: 1, removed: 0, changed: 1 });
    assert.deepEqual(compareTables(changed, TABLE), { added: 0, removed: 1, changed: 1 });
  });
});
