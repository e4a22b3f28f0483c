import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { arrangementOf, orderOf, reportViewOf } from '../../src/web/results/report-view.ts';
import { isNarrow } from '../../src/web/results/slice.ts';

describe('the view of a report', () => {
  test('is read from any address', () => {
    assert.deepEqual(reportViewOf({}), {});
    assert.deepEqual(reportViewOf({ value: 'fr' }), {});
    assert.deepEqual(reportViewOf({ input: 'a', value: 'b', others: true }), {
      input: 'a',
      value: 'b',
    });
    assert.deepEqual(reportViewOf({ input: 'a', value: 3, others: 'x' }), { input: 'a' });
    assert.deepEqual(reportViewOf({ input: 'a', value: '', order: 'position' }), {
      input: 'a',
      value: '',
      order: 'position',
    });
    assert.deepEqual(reportViewOf({ order: 'upside down' }), {});
    assert.ok(isNarrow(reportViewOf({ input: 'a', others: true })));
    assert.ok(!isNarrow({ input: 'a' }));
  });

  test('becomes a query for scenarios, most disputed first by default', () => {
    assert.equal(orderOf({}), 'disagreement');
    assert.deepEqual(arrangementOf({}), { order: 'disagreement' });
    assert.deepEqual(arrangementOf({ input: 'a', order: 'position' }), { order: 'position' });
    assert.deepEqual(arrangementOf({ input: 'a', value: '' }), {
      order: 'disagreement',
      slice: 'a',
      label: '',
    });
    assert.deepEqual(arrangementOf({ input: 'a', others: true }), {
      order: 'disagreement',
      slice: 'a',
      pooled: true,
    });
  });
});
