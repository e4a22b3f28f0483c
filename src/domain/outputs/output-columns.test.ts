import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { columnReader } from './output-columns.ts';

const ID = '01a1de97-bc5e-795d-9d41-9ae3225215f4';

describe('columns of a file with outputs', () => {
  const read = columnReader({
    inputs: ['question', 'Terse'],
    settings: {},
    variants: [
      { id: ID, name: 'Straße' },
      { id: '01a1de97-bc5e-795d-9d41-9ae3225215f5', name: 'terse' },
    ],
  });

  test('name variants as names are compared, or by id', () => {
    for (const column of ['Straße', ' STRASSE ', ID, ID.toUpperCase(), ID.replaceAll('-', '')]) {
      assert.deepEqual(read(column), { kind: 'output', variant: 0 }, column);
    }
    assert.deepEqual(read('terse'), { kind: 'output', variant: 1 });
  });

  test('are nothing when they belong to the test set', () => {
    for (const column of ['question', 'Terse', 'correct_answer']) {
      assert.deepEqual(read(column), { kind: 'none' }, column);
    }
  });

  test('are unknown when they belong to nothing', () => {
    for (const column of ['other', '', '__proto__']) {
      assert.deepEqual(read(column), { kind: 'unknown' }, column);
    }
  });

  test('are nothing when they hold the chosen expected output, whatever a variant is called', () => {
    const variants = [{ id: ID, name: 'reference' }];
    const settings = { expectedColumn: 'reference' };
    const readChosen = columnReader({ inputs: [], settings, variants });
    assert.deepEqual(readChosen('reference'), { kind: 'none' });
  });

  test('name scenarios by the one name', () => {
    assert.deepEqual(read('scenario_id'), { kind: 'scenario' });
    assert.deepEqual(read('Scenario_ID'), { kind: 'unknown' });
  });
});
