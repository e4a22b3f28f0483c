import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { columnReader } from './output-columns.ts';

const ID = '01a1de97-bc5e-795d-9d41-9ae3225215f4';

describe('columnReader', () => {
  const read = columnReader({
    inputs: ['question', 'Terse'],
    settings: {},
    variants: [
      { id: ID, name: 'Straße' },
      { id: '01a1de97-bc5e-795d-9d41-9ae3225215f5', name: 'terse' },
    ],
  });

  test('finds variants by id, or by name in any case and width', () => {
    for (const column of ['Straße', ' STRASSE ', ID, ID.toUpperCase(), ID.replaceAll('-', '')]) {
      assert.deepEqual(read(column), { kind: 'output', variant: 0 }, column);
    }
    assert.deepEqual(read('terse'), { kind: 'output', variant: 1 });
  });

  test('ignores columns of the test set', () => {
    for (const column of ['question', 'Terse', 'correct_answer']) {
      assert.deepEqual(read(column), { kind: 'none' }, column);
    }
  });

  test('calls any other column unknown', () => {
    for (const column of ['other', '', '__proto__']) {
      assert.deepEqual(read(column), { kind: 'unknown' }, column);
    }
  });

  test('ignores the chosen expected column, even if a variant has its name', () => {
    const variants = [{ id: ID, name: 'reference' }];
    const settings = { expectedColumn: 'reference' };
    const readChosen = columnReader({ inputs: [], settings, variants });
    assert.deepEqual(readChosen('reference'), { kind: 'none' });
  });

  test('finds the column of scenario ids by its exact name', () => {
    assert.deepEqual(read('scenario_id'), { kind: 'scenario' });
    assert.deepEqual(read('Scenario_ID'), { kind: 'unknown' });
  });
});
